// odiff with its defaults on pictures captured by Playwright: any counted pixel fails.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBrowser, pictureOf, versionOf } from "./browser.ts";
import type { Page, TruthTool } from "./tool.ts";

/** The used part of odiff's types, because the benchmarks have their own packages, which are not installed for type checking. */
type Compare = (
  base: string,
  test: string,
  diff: string,
) => Promise<{ match: true } | { match: false; reason: string; diffCount?: number }>;

export const tool: TruthTool = {
  name: `odiff ${versionOf("odiff-bin", import.meta.url)}`,
  settings: "",
  async open(place) {
    const { compare } = createRequire(import.meta.url)("odiff-bin") as { compare: Compare };
    const browser = await openBrowser(place);
    const folder = await mkdtemp(path.join(tmpdir(), "truth-odiff-"));
    const names = new Map<string, string>();
    const take = async (page: Page, file: string): Promise<string> => {
      const to = path.join(folder, file);
      await writeFile(to, await browser.visit(page, (opened) => pictureOf(opened, page)));
      return to;
    };
    return {
      async baseline(page) {
        names.set(page.url, await take(page, `${names.size}.png`));
      },
      async judge(page) {
        const base = names.get(page.url);
        if (!base) throw new Error(`${page.url} has no baseline.`);
        const answer = await compare(base, await take(page, "test.png"), path.join(folder, "diff.png"));
        if (answer.match) return { passed: true, says: "" };
        return { passed: false, says: `${answer.reason} ${answer.diffCount ?? ""}`.trim() };
      },
      async close() {
        await browser.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
