// An isolated script world in every frame of a page, including cross-site frames in separate processes.
import type { CDPSession, Frame } from "playwright";
import type { PageLease } from "../../browsers/browserPool.ts";
import type { Guard } from "../../browsers/page/guard.ts";
import { bounded } from "../../browsers/page/inTime.ts";
import { evaluateIn } from "../../browsers/page/world.ts";

/** One document of a frame; `world` is our script world in it. */
export type WorldFrame = {
  frameId: string;
  main: boolean;
  session: CDPSession;
  world: number;
};

export type Worlds = {
  /** Returns the current documents, the main one first. */
  frames(): WorldFrame[];
  alive(frame: WorldFrame): boolean;
  /**
   * Evaluates in our world of the frame; the expression may return a promise. Undefined: it threw, took too long (default
   * 5 s), or the document is gone.
   */
  evaluate(frame: WorldFrame, expression: string, ms?: number): Promise<unknown>;
  /** The same in the page's own world, where scripts of the page can see it. */
  evaluateInPage(frame: WorldFrame, expression: string, ms?: number): Promise<unknown>;
  /** Whether the frame's element takes up space; true for the main frame. */
  shown(frame: WorldFrame): Promise<boolean>;
  /** Returns how the frame's element is placed in its document; undefined: it is gone. */
  placeOf(frame: WorldFrame): Promise<FramePlace | undefined>;
  /**
   * Passes each closed shadow tree of the elements that `hosts` lists to `know`, a function that is called on the host with
   * the tree, in our world of the frame. Returns how many there were.
   */
  closedTrees(frame: WorldFrame, hosts: string, know: string): Promise<number>;
};

/** `share`: fraction of the window that it covers, 0 to 1; `floats`: it or an ancestor is a dialog or stays while the page scrolls. */
export type FramePlace = { shown: boolean; share: number; floats: boolean };

const WORLD = "plumbline-consent";
const BINDING = "plumblineHear";
/** On a page with more frames, only the first ones are read. */
const MAX_FRAMES = 40;
/** Messages are small reports; a longer one is not ours. */
const MAX_MESSAGE = 100_000;
const ANSWER_MS = 5_000;

/**
 * `script` runs in our world of every document as soon as it begins, and may call `hear(text)`; `onMessage` gets that
 * text. The page's scripts can neither see nor change this world, and its content policy does not apply to it.
 */
export async function openWorlds(
  { page, context, cdp }: PageLease,
  guard: Guard,
  script: string,
  onMessage: (frame: WorldFrame, text: string) => void,
): Promise<Worlds> {
  if (cdp === null) throw new Error("Consent banners are read with Chromium.");
  const ours = new Map<CDPSession, Map<number, WorldFrame>>();
  const pages = new Map<CDPSession, Map<string, number>>();
  const source = `globalThis.hear = (text) => globalThis.${BINDING}(text);\n${script}`;

  async function attach(session: CDPSession): Promise<void> {
    const worlds = new Map<number, WorldFrame>();
    const defaults = new Map<string, number>();
    ours.set(session, worlds);
    pages.set(session, defaults);
    session.on("Runtime.executionContextCreated", ({ context: made }) => {
      const aux = made.auxData as { frameId?: string; isDefault?: boolean } | undefined;
      if (aux?.frameId === undefined) return;
      if (aux.isDefault) defaults.set(aux.frameId, made.id);
      else if (made.name === WORLD)
        worlds.set(made.id, { frameId: aux.frameId, main: aux.frameId === cdp?.mainFrameId, session, world: made.id });
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
      worlds.delete(executionContextId);
      for (const [frameId, id] of defaults) if (id === executionContextId) defaults.delete(frameId);
    });
    session.on("Runtime.executionContextsCleared", () => {
      worlds.clear();
      defaults.clear();
    });
    session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      const frame = worlds.get(executionContextId);
      if (name === BINDING && frame && payload.length <= MAX_MESSAGE) onMessage(frame, payload);
    });
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: BINDING, executionContextName: WORLD });
    await session.send("Page.enable");
    await session.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: WORLD, runImmediately: true });
  }

  const main = await context.newCDPSession(page);
  await attach(main);

  // A cross-site frame has its own session; for all others requesting one fails.
  const attached = new WeakMap<Frame, CDPSession>();
  let asked = 0;
  const adopt = async (frame: Frame): Promise<void> => {
    if (frame === page.mainFrame() || asked >= MAX_FRAMES * 4) return;
    asked += 1;
    const known = attached.get(frame);
    try {
      if (known) return void (await known.send("Runtime.evaluate", { expression: "1" }));
    } catch {
      // The frame has moved to another process.
      ours.delete(known as CDPSession);
      pages.delete(known as CDPSession);
    }
    const session = await context.newCDPSession(frame);
    attached.set(frame, session);
    await attach(session);
  };
  page.on("framenavigated", (frame) => void adopt(frame).catch(() => undefined));

  const frames = (): WorldFrame[] =>
    [...ours.values()]
      .flatMap((worlds) => [...worlds.values()])
      .sort((a, b) => Number(b.main) - Number(a.main))
      .slice(0, MAX_FRAMES);

  const ask = async (session: CDPSession, contextId: number, expression: string, ms = ANSWER_MS) =>
    (await bounded(guard, evaluateIn(session, contextId, expression), ms))?.value;

  return {
    frames,
    alive: (frame) => ours.get(frame.session)?.has(frame.world) ?? false,
    evaluate: (frame, expression, ms) => ask(frame.session, frame.world, expression, ms),
    async evaluateInPage(frame, expression, ms) {
      const contextId = pages.get(frame.session)?.get(frame.frameId);
      return contextId === undefined ? undefined : ask(frame.session, contextId, expression, ms);
    },
    async shown(frame) {
      return frame.main || ((await placeOf(frame))?.shown ?? false);
    },
    placeOf,
    async closedTrees(frame, hosts, know) {
      const opened = openTrees(frame, hosts, know).catch(() => 0);
      return (await bounded(guard, opened, ANSWER_MS)) ?? 0;
    },
  };

  /** The document around a frame may be in any of the processes. */
  async function placeOf({ frameId }: WorldFrame): Promise<FramePlace | undefined> {
    const ask = async (session: CDPSession): Promise<FramePlace> => {
      const { backendNodeId } = await session.send("DOM.getFrameOwner", { frameId });
      const { object } = await session.send("DOM.resolveNode", { backendNodeId, objectGroup: HANDLES });
      const { result } = await session.send("Runtime.callFunctionOn", {
        objectId: object.objectId ?? "",
        functionDeclaration: String(lie),
        returnByValue: true,
      });
      return result.value as FramePlace;
    };
    const asked = Promise.any([...ours.keys()].map(ask)).catch(() => undefined);
    return (await bounded(guard, asked, ANSWER_MS)) ?? undefined;
  }
}

const HANDLES = "plumbline-handles";

async function openTrees({ session, world }: WorldFrame, hosts: string, know: string): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", {
    expression: hosts,
    contextId: world,
    objectGroup: HANDLES,
  });
  if (result.objectId === undefined) return 0;
  const { result: rows } = await session.send("Runtime.getProperties", {
    objectId: result.objectId,
    ownProperties: true,
  });
  const elements = rows.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
  const opened = await Promise.all(
    elements.map(async (objectId) => {
      const { node } = await session.send("DOM.describeNode", { objectId });
      const tree = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
      if (!tree) return 0;
      const { object } = await session.send("DOM.resolveNode", {
        backendNodeId: tree.backendNodeId,
        executionContextId: world,
        objectGroup: HANDLES,
      });
      const given = [{ objectId: object.objectId }];
      await session.send("Runtime.callFunctionOn", { objectId, functionDeclaration: know, arguments: given });
      return 1;
    }),
  );
  await session.send("Runtime.releaseObjectGroup", { objectGroup: HANDLES });
  return opened.reduce<number>((sum, one) => sum + one, 0);
}

/** Called on the element that contains a frame. */
function lie(this: Element): FramePlace {
  const { left, top, right, bottom, width, height } = this.getBoundingClientRect();
  const seenWidth = Math.min(right, innerWidth) - Math.max(left, 0);
  const seenHeight = Math.min(bottom, innerHeight) - Math.max(top, 0);
  let floats = false;
  for (let at: Element | null = this; at && !floats; ) {
    const root: Node = at.getRootNode();
    floats =
      /^(fixed|sticky)$/.test(getComputedStyle(at).position) ||
      at.matches('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]');
    at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return {
    shown: width > 1 && height > 1 && this.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    share: seenWidth > 0 && seenHeight > 0 ? (seenWidth * seenHeight) / Math.max(1, innerWidth * innerHeight) : 0,
    floats,
  };
}
