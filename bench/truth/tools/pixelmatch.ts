// pixelmatch with its defaults on pictures captured by Playwright: any counted pixel fails.
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { openBrowser, pictureOf, versionOf } from "./browser.ts";
import type { TruthTool } from "./tool.ts";

export const tool: TruthTool = {
  name: `pixelmatch ${versionOf("pixelmatch", import.meta.url)}`,
  settings: "",
  async open(place) {
    const browser = await openBrowser(place);
    const baselines = new Map<string, PNG>();
    return {
      async baseline(page) {
        baselines.set(page.url, PNG.sync.read(await browser.visit(page, (opened) => pictureOf(opened, page))));
      },
      async judge(page) {
        const base = baselines.get(page.url);
        const now = PNG.sync.read(await browser.visit(page, (opened) => pictureOf(opened, page)));
        if (!base || base.width !== now.width || base.height !== now.height)
          return { passed: false, says: "the sizes differ" };
        const count = pixelmatch(base.data, now.data, undefined, base.width, base.height);
        return { passed: count === 0, says: `${count} pixels differ` };
      },
      close: () => browser.close(),
    };
  },
};
