// Playwright's toHaveScreenshot with its defaults. The assertion needs Playwright's test runner, so this calls its implementation directly:
// the comparison that waits until two frames are equal or match the expected one.
import type { Page as PlaywrightPage } from "playwright";
import { openBrowser, versionOf } from "./browser.ts";
import type { Page, TruthTool } from "./tool.ts";

type Expecting = PlaywrightPage & {
  _expectScreenshot(options: object): Promise<{ actual?: Buffer; errorMessage?: string }>;
};

/** The defaults of the assertion, including the timeout of `expect`: 5 seconds. */
const DEFAULTS = {
  animations: "disabled",
  caret: "hide",
  scale: "css",
  type: "png",
  isNot: false,
  timeout: 5_000,
  fullPage: true,
};

export const tool: TruthTool = {
  name: `Playwright ${versionOf("playwright", import.meta.url)} toHaveScreenshot`,
  settings: "fullPage",
  async open(place) {
    const browser = await openBrowser(place);
    const expected = new Map<string, Buffer>();
    const expecting = (page: Page, more: object) =>
      browser.visit(page, (opened) =>
        (opened as Expecting)._expectScreenshot({
          ...DEFAULTS,
          mask: page.masks.map((selector) => opened.locator(selector)),
          ...more,
        }),
      );
    return {
      async baseline(page) {
        const { actual } = await expecting(page, {});
        // A page that never stabilizes gets no baseline: the assertion fails, and so do all later ones.
        if (actual) expected.set(page.url, actual);
        else expected.delete(page.url);
      },
      async judge(page) {
        const picture = expected.get(page.url);
        if (!picture) return { passed: false, says: "there is no baseline, because no two frames were equal" };
        const { errorMessage } = await expecting(page, { expected: picture });
        return { passed: errorMessage === undefined, says: errorMessage ?? "" };
      },
      close: () => browser.close(),
    };
  },
};
