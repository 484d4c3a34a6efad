// Script worlds of our own in a Chromium page: the page's changes to timers, promises and prototypes do not reach them, its
// content policy does not bind them, and its scripts do not see them.
import type { CDPSession } from "playwright";
import { ScriptError } from "./gone.ts";

/** A world in the document that the frame shows now; it ends with the document (`isDocumentGone`). */
export async function makeWorld(session: CDPSession, frameId: string, worldName: string): Promise<number> {
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName });
  return executionContextId;
}

export type Evaluated = { value?: unknown; objectId?: string };

/** Awaits a promise that the expression gives. By value: plain data; else a handle. Rejects with a ScriptError when the script threw. */
export async function evaluateIn(
  session: CDPSession,
  contextId: number,
  expression: string,
  byValue = true,
): Promise<Evaluated> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: byValue,
  });
  if (exceptionDetails === undefined) return result;
  throw new ScriptError(exceptionDetails.exception?.description ?? exceptionDetails.text);
}
