// Drives Firefox and WebKit through Playwright.
import type { Page } from "playwright";
import type { PageDriver } from "./pageDriver.ts";

export function playwrightDriver(page: Page): PageDriver {
  return {
    // Firefox silently cuts a screenshot at 32,767 px.
    mostPixelsHigh: 32_000,
    evaluate: (expression) => page.evaluate(expression),
    shoot: (clip) =>
      page.screenshot({
        type: "png",
        fullPage: true,
        clip,
        animations: "disabled",
        caret: "hide",
        // The engine's own limit is tighter.
        timeout: 0,
      }),
  };
}
