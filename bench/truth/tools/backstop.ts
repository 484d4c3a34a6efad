// BackstopJS with its Playwright engine and the settings of `backstop init`: 0.1 % of a page may differ.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "../../../browsers/find.ts";
import { prepareBackstop } from "../../visual/backstop.ts";
import { versionOf } from "./browser.ts";
import type { TruthTool } from "./tool.ts";

export const tool: TruthTool = {
  name: `BackstopJS ${versionOf("backstopjs", import.meta.url)}`,
  settings: "Playwright engine, misMatchThreshold 0.1 as `backstop init` writes it",
  async open({ browser, viewport }) {
    if (browser !== "chromium") throw new Error("BackstopJS is measured in Chromium only.");
    const { executablePath } = findBrowser("chromium");
    if (!executablePath) throw new Error("The bench needs a Chromium of the system.");
    const folder = await mkdtemp(path.join(tmpdir(), "truth-backstop-"));
    const prepared = new Map<string, Awaited<ReturnType<typeof prepareBackstop>>>();
    const dirOf = (url: string): string => path.join(folder, encodeURIComponent(url).slice(-80));
    return {
      async baseline({ url, masks }) {
        const { origin, pathname } = new URL(url);
        const dir = dirOf(url);
        await rm(dir, { recursive: true, force: true });
        await mkdir(dir, { recursive: true });
        const one = await prepareBackstop(dir, {
          siteUrl: origin,
          paths: [pathname],
          executablePath,
          slots: 1,
          viewports: [viewport],
          hideSelectors: [...masks],
        });
        prepared.set(url, one);
        await one.reference();
      },
      async judge({ url }) {
        await prepared.get(url)?.test();
        const report = await readFile(path.join(dirOf(url), "ci_report", "xunit.xml"), "utf8");
        const failed = /<failure[^>]*>/.exec(report)?.[0];
        return { passed: failed === undefined, says: failed ?? "" };
      },
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};
