// Isolated script worlds in every frame of a page: the page's content policy does not apply to them, nor do its changes to prototypes.
import type { CDPSession, Page } from "playwright";
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";
import { isDocumentGone } from "./gone.ts";
import type { Guard } from "./guard.ts";
import { type Evaluated, evaluateIn, makeWorld } from "./world.ts";

const WORLD = "plumbline-a11y";
/** Maximum number of cross-site frames to look for; each lives in its own process. */
const MAX_FOREIGN = 20;

/** The document has been replaced since the world was created. */
export class DocumentGoneError extends Error {
  constructor() {
    super("The page has gone to another document.");
    this.name = "DocumentGoneError";
  }
}

/** A call did not return in time. */
export class LateError extends Error {
  constructor(ms: number) {
    super(`The page did not answer within ${ms} ms.`);
    this.name = "LateError";
  }
}

/** The world of one document of the page. It ends with the document: every later call rejects with DocumentGoneError. */
export type World = {
  /** Returns the awaited value of an expression as plain data. Rejects with DocumentGoneError, LateError or the page's error. */
  evaluate<T>(expression: string, boundMs: number): Promise<T>;
  /** Returns the world inside the frame element that the expression yields; null if it is not a frame or cannot be entered. */
  inside(expression: string, boundMs: number): Promise<World | null>;
};

export type Worlds = { main(): Promise<World> };

/** Chromium only: other browsers have no isolated worlds to request. */
export function worldsOf(lease: PageLease, guard: Guard): Worlds {
  if (lease.cdp === null) throw new Error("The accessibility audit needs Chromium.");
  const { session, mainFrameId } = lease.cdp;
  const foreign = foreignFrames(lease.page);

  async function make(at: CDPSession, frameId: string): Promise<World> {
    const contextId = await makeWorld(at, frameId, WORLD);

    async function ask(expression: string, boundMs: number, byValue: boolean): Promise<Evaluated> {
      const asked = evaluateIn(at, contextId, expression, byValue);
      try {
        return await guard.run(asked, boundMs, () => new LateError(boundMs));
      } catch (error) {
        if (guard.signal.aborted || error instanceof CaptureFailure || !isDocumentGone(error)) throw error;
        throw new DocumentGoneError();
      }
    }

    return {
      evaluate: async <T>(expression: string, boundMs: number) => (await ask(expression, boundMs, true)).value as T,
      async inside(expression, boundMs) {
        const { objectId } = await ask(expression, boundMs, false);
        if (objectId === undefined) return null;
        const enter = async (): Promise<World | null> => {
          const { node } = await at.send("DOM.describeNode", { objectId });
          if (node.frameId === undefined) return null;
          const { frameId } = node;
          const elsewhere = await foreign(frameId);
          return make(elsewhere ?? at, frameId);
        };
        try {
          return await guard.run(enter(), boundMs, () => new LateError(boundMs));
        } catch (error) {
          if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
          return null;
        }
      },
    };
  }

  return { main: () => make(session, mainFrameId) };
}

/** Returns a lookup for the session of a frame that has its own process; it returns undefined for frames in the page's process. */
function foreignFrames(page: Page): (frameId: string) => Promise<CDPSession | undefined> {
  let known: Promise<Map<string, CDPSession>> | undefined;
  const find = async (): Promise<Map<string, CDPSession>> => {
    const found = new Map<string, CDPSession>();
    for (const frame of page.frames().slice(1, MAX_FOREIGN + 1)) {
      // Rejects for a frame that shares its parent's process.
      const session = await page
        .context()
        .newCDPSession(frame)
        .catch(() => undefined);
      if (session === undefined) continue;
      const tree = await session.send("Page.getFrameTree").catch(() => undefined);
      if (tree !== undefined) found.set(tree.frameTree.frame.id, session);
    }
    return found;
  };
  return async (frameId) => {
    known ??= find();
    return (await known).get(frameId);
  };
}
