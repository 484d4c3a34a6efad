// A script world of our own in every frame of a page, also in frames of other sites that run in processes of their own.
import type { CDPSession, Frame } from "playwright";
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { evaluateIn } from "../../../browsers/page/world.ts";

/** One document of a frame; `world` is our script world in it. */
export type WorldFrame = {
  frameId: string;
  main: boolean;
  session: CDPSession;
  world: number;
};

export type Worlds = {
  /** The documents that are there now, the main one first. */
  frames(): WorldFrame[];
  alive(frame: WorldFrame): boolean;
  /**
   * Evaluates in our world of the frame; the expression may give a promise. Undefined: it threw, took too long (5 s unless
   * given), or the document is gone.
   */
  evaluate(frame: WorldFrame, expression: string, ms?: number): Promise<unknown>;
  /** The same in the page's own world; scripts of the page can see it. */
  evaluateInPage(frame: WorldFrame, expression: string, ms?: number): Promise<unknown>;
  /** Whether the element that holds the frame takes up room; true for the main frame. */
  shown(frame: WorldFrame): Promise<boolean>;
};

const WORLD = "plumbline-privacy";
const BINDING = "plumblineHear";
/** A page with more frames is looked at in the first ones. */
const MOST_FRAMES = 40;
/** Messages are small reports; a longer one is not ours. */
const LONGEST_MESSAGE = 100_000;
const ANSWER_MS = 5_000;

/**
 * `script` runs in our world of every document as soon as it begins, and may call `hear(text)`; `onMessage` gets that
 * text. The page's scripts can neither see nor change this world, and its content policy does not bind it.
 */
export async function openWorlds(
  { page, context, cdp }: PageLease,
  guard: Guard,
  script: string,
  onMessage: (frame: WorldFrame, text: string) => void,
): Promise<Worlds> {
  if (cdp === null) throw new Error("The privacy pillar needs Chromium.");
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
      if (name === BINDING && frame && payload.length <= LONGEST_MESSAGE) onMessage(frame, payload);
    });
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: BINDING, executionContextName: WORLD });
    await session.send("Page.enable");
    await session.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: WORLD, runImmediately: true });
  }

  const main = await context.newCDPSession(page);
  await attach(main);

  // A frame of another site has a session of its own; for all others asking for one fails.
  const attached = new WeakMap<Frame, CDPSession>();
  let asked = 0;
  const adopt = async (frame: Frame): Promise<void> => {
    if (frame === page.mainFrame() || asked >= MOST_FRAMES * 4) return;
    asked += 1;
    const known = attached.get(frame);
    try {
      if (known) return void (await known.send("Runtime.evaluate", { expression: "1" }));
    } catch {
      // Its process was left for another.
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
      .slice(0, MOST_FRAMES);

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
      if (frame.main) return true;
      // It has no box, or is gone. A frame within a frame of another site cannot be asked from here.
      const box = main
        .send("DOM.getFrameOwner", { frameId: frame.frameId })
        .then(({ backendNodeId }) => main.send("DOM.getBoxModel", { backendNodeId }));
      const { model } = (await bounded(guard, box, ANSWER_MS)) ?? {};
      return model !== undefined && model.width > 1 && model.height > 1;
    },
  };
}
