// Recognizes and answers consent banners with the rules of @duckduckgo/autoconsent, in a world that the page cannot see.
import type { PageLease } from "../../browsers/browserPool.ts";
import type { Guard } from "../../browsers/page/guard.ts";
import { bounded } from "../../browsers/page/inTime.ts";
import { READER_SCRIPT } from "./readBanner.ts";
import { autoconsentScript, rulesFor } from "./rules.ts";
import { openWorlds, type WorldFrame, type Worlds } from "./worlds.ts";

export type Action = "optOut" | "optIn";
export type Popup = { frame: WorldFrame; cmp: string };
/**
 * `clickedAt`: performance.now() of the last click, null if the rule called the banner's own functions. `done`: the rule completed.
 * `gone`: the document was replaced in the meantime, for example by a banner that reloads the page.
 */
export type Acted = {
  outcome: "done" | "failed" | "gone";
  clicks: number | null;
  clickedAt: number | null;
  hasSelfTest: boolean;
};

export type Autoconsent = {
  worlds: Worlds;
  /** Returns the most recently found open banner whose document still exists. */
  popup(): Popup | undefined;
  act(popup: Popup, action: Action): Promise<Acted>;
  /** Runs the rule's own test after an opt-out; null: it could not be run. */
  selfTest(popup: Popup): Promise<boolean | null>;
  /** Discards what was found and searches every document again. */
  lookAgain(): Promise<void>;
};

type Message = Record<string, unknown> & { type: string };

/** Rules wait for elements on their own, some up to 20 s. */
const ACTION_MS = 30_000;
const SELF_TEST_MS = 8_000;
/** How long a failing test is repeated. */
const SELF_TEST_AGAIN_MS = 3_000;
const EVAL_MS = 900;
/** Maximum number of messages, because a page could flood us with documents. */
const MAX_MESSAGES = 5_000;

const CONFIG = {
  enabled: true,
  autoAction: null,
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: false,
  enableGeneratedRules: true,
  enableHeuristicDetection: false,
  heuristicMode: "off",
  detectRetries: 20,
  isMainWorld: false,
  visualTest: false,
  logs: {
    lifecycle: false,
    rulesteps: false,
    detectionsteps: false,
    evals: false,
    errors: false,
    messages: false,
    waits: false,
  },
};

/** A script that shares the world of the rules; `heard` receives the texts it passes to `hear`. */
export type Companion = { script: string; heard(text: string): boolean };

/** Must be called before the page is opened. */
export async function watchBanners(lease: PageLease, guard: Guard, companion?: Companion): Promise<Autoconsent> {
  let popups: Popup[] = [];
  const clicks = new Map<WorldFrame, number>();
  const clickedAt = new Map<WorldFrame, number>();
  const results = new Map<WorldFrame, { result: boolean; hasSelfTest: boolean; clicks: number }>();
  const selfTests = new Map<WorldFrame, boolean>();
  let heard = 0;

  const script = `globalThis.autoconsentSendMessage = (message) => { globalThis.hear(JSON.stringify(message)); return Promise.resolve(); };
${READER_SCRIPT}
${companion?.script ?? ""}
if (!globalThis.autoconsentReceiveMessage) { ${autoconsentScript()} }`;
  const worlds = await openWorlds(lease, guard, script, (frame, text) => {
    if (companion?.heard(text)) return;
    heard += 1;
    const message = heard > MAX_MESSAGES ? undefined : read(text);
    if (message) void answer(frame, message).catch(() => undefined);
  });

  const tell = (frame: WorldFrame, message: string, ms?: number): Promise<unknown> =>
    worlds.evaluate(frame, `globalThis.autoconsentReceiveMessage(${message}).then(() => true, () => false)`, ms);

  async function answer(frame: WorldFrame, message: Message): Promise<void> {
    switch (message.type) {
      case "init": {
        const rules = rulesFor(String(message.url), frame.main);
        await tell(frame, `{ type: "initResp", config: ${JSON.stringify(CONFIG)}, rules: { autoconsent: ${rules} } }`);
        return;
      }
      case "eval": {
        // Trusted: the world is closed to the page, and so are messages from it.
        const expression = `(async () => Boolean(await (${String(message.code)})))()`;
        const result = (await worlds.evaluateInPage(frame, expression, EVAL_MS)) === true;
        await tell(frame, JSON.stringify({ type: "evalResp", id: message.id, result }));
        return;
      }
      case "popupFound":
        popups.push({ frame, cmp: String(message.cmp).slice(0, 100) });
        return;
      case "report": {
        const count = Number((message.state as { clicks?: unknown } | undefined)?.clicks ?? 0);
        if (count > (clicks.get(frame) ?? 0)) clickedAt.set(frame, performance.now());
        clicks.set(frame, count);
        return;
      }
      case "optOutResult":
      case "optInResult":
        results.set(frame, {
          result: message.result === true,
          hasSelfTest: message.scheduleSelfTest === true,
          clicks: clicks.get(frame) ?? 0,
        });
        return;
      case "selfTestResult":
        selfTests.set(frame, message.result === true);
    }
  }

  return {
    worlds,
    popup: () => popups.findLast(({ frame }) => worlds.alive(frame)),
    async act({ frame }, action) {
      results.delete(frame);
      clickedAt.delete(frame);
      await tell(frame, JSON.stringify({ type: action }), ACTION_MS);
      const result = results.get(frame);
      const clicked = { clicks: result?.clicks ?? clicks.get(frame) ?? null, clickedAt: clickedAt.get(frame) ?? null };
      if (result) return { outcome: result.result ? "done" : "failed", ...clicked, hasSelfTest: result.hasSelfTest };
      return { outcome: worlds.alive(frame) ? "failed" : "gone", ...clicked, hasSelfTest: false };
    },
    async selfTest({ frame }) {
      const began = performance.now();
      for (;;) {
        if (!worlds.alive(frame)) return null;
        selfTests.delete(frame);
        await tell(frame, '{ "type": "selfTest" }', SELF_TEST_MS);
        const taken = selfTests.get(frame) ?? null;
        // A busy page has not stored the choice yet, or does not respond in time: both look like "not taken".
        if (taken !== false || performance.now() - began > SELF_TEST_AGAIN_MS) return taken;
        await guard.sleep(500);
      }
    },
    async lookAgain() {
      popups = [];
      const config = JSON.stringify({ ...CONFIG, detectRetries: 0 });
      const asked = worlds.frames().map((frame) => tell(frame, `{ type: "initResp", config: ${config}, rules: null }`));
      await bounded(guard, Promise.all(asked), 3_000);
    },
  };
}

function read(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as unknown;
    return typeof message === "object" && message !== null && "type" in message ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
