// Recognises and answers consent banners with the rules of @duckduckgo/autoconsent, in a world that the page cannot see.
import type { PageLease } from "../../browsers/browserPool.ts";
import type { Guard } from "../../browsers/page/guard.ts";
import { bounded } from "../../browsers/page/inTime.ts";
import { READER_SCRIPT } from "./readBanner.ts";
import { autoconsentScript, rulesFor } from "./rules.ts";
import { openWorlds, type WorldFrame, type Worlds } from "./worlds.ts";

export type Action = "optOut" | "optIn";
export type Popup = { frame: WorldFrame; cmp: string };
/** `clickedAt`: performance.now() of the last click, null where the rule asked the banner's own functions. `done`: the rule went through. `gone`: the document went away meanwhile, as on a banner that loads the page again. */
export type Acted = {
  outcome: "done" | "failed" | "gone";
  clicks: number | null;
  clickedAt: number | null;
  hasSelfTest: boolean;
};

export type Autoconsent = {
  worlds: Worlds;
  /** The open banner that was found last and whose document is still there. */
  popup(): Popup | undefined;
  act(popup: Popup, action: Action): Promise<Acted>;
  /** The rule's own test after an opt-out; null: it could not be asked. */
  selfTest(popup: Popup): Promise<boolean | null>;
  /** Forgets what was found and looks again in every document. */
  lookAgain(): Promise<void>;
};

type Message = Record<string, unknown> & { type: string };

/** Rules wait for elements by themselves, up to 20 s in a few. */
const ACTION_MS = 30_000;
const SELF_TEST_MS = 8_000;
/** For so long a test that fails is asked again. */
const SELF_TEST_AGAIN_MS = 3_000;
const EVAL_MS = 900;
/** A page that floods us with documents is heard up to here. */
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

/** A script that shares the world of the rules, and what it says through `hear`. */
export type Companion = { script: string; heard(text: string): boolean };

/** To be called before the page is opened. */
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
        // Ours from end to end: the world is closed to the page, and so is what comes out of it.
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
        // A busy page has not written the choice down yet, or does not answer in time: both read as "not taken".
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
