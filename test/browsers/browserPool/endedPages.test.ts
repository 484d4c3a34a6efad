import { spawn } from "node:child_process";
import { mock } from "node:test";
import { expect } from "chai";
import type { LaunchedBrowser } from "../../../browsers/launch.ts";
import { WarmBrowser } from "../../../browsers/warmBrowser.ts";

const OPTIONS = { width: 9, height: 9, scale: 1, mobile: false, reducedMotion: false, stillImages: false };
const MB = 1024 * 1024;

/** Returns a browser whose process of a page is ended `ended` times for its memory, with crashes of `tabs` tabs after that. */
async function afterEnds(ended: number, tabs: number): Promise<WarmBrowser> {
  const page = { once: () => undefined };
  const context = { newPage: async () => page, close: async () => undefined };
  const launched = {
    browser: { version: () => "1", once: () => undefined, newContext: async () => context },
    found: { product: "Firefox" },
    unwatch: () => undefined,
  };
  const browser = new WarmBrowser("firefox", launched as unknown as LaunchedBrowser, { alone: true });
  await browser.take({ ...OPTIONS, initScript: "" });
  mock.timers.enable({ apis: ["setTimeout"] });
  for (let at = 0; at < ended; at += 1) {
    const { pid = 0 } = spawn("sleep", ["60"], { stdio: "ignore" });
    browser.endPageForMemory(pid, 700 * MB);
  }
  for (let at = 0; at < tabs; at += 1) browser.noteTabCrash();
  mock.timers.tick(10_000);
  return browser;
}

describe("processes of pages that were ended for their memory", () => {
  afterEach(() => mock.timers.reset());

  for (const [says, ended, tabs, whole] of [
    ["of a tab: the browser goes on", 1, 1, false],
    ["of a frame: the browser is ended", 1, 0, true],
    ["of two tabs: the browser goes on", 2, 2, false],
    ["of a frame and of a tab: the browser is ended", 2, 1, true],
  ] as const)
    it(says, async () => {
      const { memory } = (await afterEnds(ended, tabs)).crash();
      expect(memory).to.equal(whole);
    });
});
