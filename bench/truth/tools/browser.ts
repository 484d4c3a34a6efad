// A browser for tools that only compare pictures: loads a page as Playwright's documentation recommends.
import { createRequire } from "node:module";
import { type BrowserContext, chromium, firefox, type Page as PlaywrightPage } from "playwright";
import { findBrowser } from "../../../browsers/find.ts";
import type { Place } from "../measure.ts";
import type { Page } from "./tool.ts";

export type OpenBrowser = {
  visit<T>(page: Page, use: (opened: PlaywrightPage) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export async function openBrowser({ browser: kind, viewport }: Place): Promise<OpenBrowser> {
  const { executablePath } = findBrowser(kind);
  const browser = await (kind === "firefox" ? firefox : chromium).launch({
    ...(executablePath ? { executablePath } : {}),
    args: kind === "firefox" ? [] : ["--no-sandbox"],
  });
  const { width, height } = viewport;
  return {
    async visit({ url }, use) {
      const context: BrowserContext = await browser.newContext({ viewport: { width, height } });
      try {
        const opened = await context.newPage();
        await opened.goto(url, { waitUntil: "load" });
        return await use(opened);
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Captures the whole page with masks hidden, as a team's script would. */
export const pictureOf = async (opened: PlaywrightPage, { masks }: Page): Promise<Buffer> =>
  opened.screenshot({
    fullPage: true,
    animations: "disabled",
    ...(masks.length > 0 && { style: `${masks.join(", ")} { visibility: hidden !important }` }),
  });

export const versionOf = (name: string, from: string): string =>
  (createRequire(from)(`${name}/package.json`) as { version: string }).version;
