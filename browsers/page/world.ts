// Isolated script worlds in a Chromium page: the page's changes to timers, promises and prototypes do not reach them, its
// content policy does not apply to them, and its scripts do not see them.
import type { CDPSession } from "playwright";
import { ScriptError } from "./gone.ts";

/** Creates a world in the frame's current document; it ends with the document (`isDocumentGone`). */
export async function makeWorld(session: CDPSession, frameId: string, worldName: string): Promise<number> {
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName });
  return executionContextId;
}

export type Evaluated = { value?: unknown; objectId?: string };

/**
 * Evaluates an expression and awaits its promise. By value: returns plain data; otherwise a handle. Rejects with a ScriptError if the
 * script threw.
 */
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
