// Script worlds of our own in every frame of a page: its policy does not bind them and its changes to prototypes do not reach them.
import type { CDPSession, Page } from "playwright";
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";
import { isDocumentGone } from "./gone.ts";
import type { Guard } from "./guard.ts";
import { type Evaluated, evaluateIn, makeWorld } from "./world.ts";

const WORLD = "plumbline-a11y";
/** Frames of other sites live in processes of their own; so many are looked for. */
const MAX_FOREIGN = 20;

/** The document has gone since the world was made. */
export class DocumentGoneError extends Error {
  constructor() {
    super("The page has gone to another document.");
    this.name = "DocumentGoneError";
  }
}

/** A call was not answered in its time. */
export class LateError extends Error {
  constructor(ms: number) {
    super(`The page did not answer within ${ms} ms.`);
    this.name = "LateError";
  }
}

/** One document of the page. It ends with the document: every call after that is a DocumentGoneError. */
export type World = {
  /** The value of an expression, awaited, as plain data. Rejects with DocumentGoneError, LateError or the page's error. */
  evaluate<T>(expression: string, boundMs: number): Promise<T>;
  /** The world inside the frame element that the expression gives; null where it is none or cannot be entered. */
  inside(expression: string, boundMs: number): Promise<World | null>;
};

export type Worlds = { main(): Promise<World> };

/** Chromium alone: the others have no worlds to ask for. */
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

/** Finds the session of a frame that has a process of its own; undefined for those of the page's. */
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
