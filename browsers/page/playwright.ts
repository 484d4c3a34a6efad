// Firefox and WebKit, through Playwright.
import type { Page } from "playwright";
import type { PageDriver } from "./pageDriver.ts";

export function playwrightDriver(page: Page): PageDriver {
  return {
    // Firefox cuts a picture at 32,767 px without a word.
    mostPixelsHigh: 32_000,
    evaluate: (expression) => page.evaluate(expression),
    shoot: (clip) =>
      page.screenshot({
        type: "png",
        fullPage: true,
        clip,
        animations: "disabled",
        caret: "hide",
        // The engine's own bound is tighter.
        timeout: 0,
      }),
  };
}
