// Compares an accessibility audit of 10 pages with pa11y-ci using axe: same site, browser binary and number of concurrent pages.
import path from "node:path";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { sameChromium } from "../lib/chromium.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { TEN_PAGES } from "../lib/pages.ts";
import { processorBeside } from "../lib/processorByPart.ts";
import { besidePeer, peerHeads } from "../lib/rows.ts";
import { preparePa11y } from "./pa11y.ts";
import { profileA11y, timeRules } from "./profile.ts";

/** Maximum ratio to pa11y-ci: `all` for the full audit by the whole service, `rules` for the same work as pa11y-ci in a newly started browser. */
const BARS = { all: 1, rules: 0.6 };

/**
 * Runs the benchmark and returns the table. Plumbline audits at two widths, walks through the page by keyboard and tests reflow and zoom;
 * pa11y-ci runs axe once, which is compared separately.
 */
export async function benchA11y(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "flawed" });
  const executablePath = sameChromium();
  const { client, dir, stop } = await startInstallation(site, TEN_PAGES, log);
  try {
    const urls = TEN_PAGES.map((page) => site.url + page);
    const peer = await preparePa11y(path.join(dir, "pa11y"), { urls, executablePath, slots: defaultBrowserSlots() });
    await timedRun(client, "a11y");
    await peer.audit();
    const a: number[] = [];
    const rules: number[] = [];
    const b: number[] = [];
    for (let i = 0; i < rounds; i++) {
      a.push((await timedRun(client, "a11y")).ms);
      rules.push(await timeRules(urls, defaultBrowserSlots()));
      const theirs = await peer.audit();
      if (theirs.pages !== TEN_PAGES.length) throw new Error(`pa11y-ci audited ${theirs.pages} pages`);
      b.push(theirs.ms);
      log(
        `${i + 1}/${rounds}: plumbline ${Math.round(a.at(-1) ?? 0)} ms, the rules alone ${Math.round(rules.at(-1) ?? 0)} ms, pa11y-ci ${Math.round(theirs.ms)} ms`,
      );
    }
    const profile = await profileA11y(urls);
    const figures = table(peerHeads("10 pages", "pa11y-ci"), [
      besidePeer("a run: axe at two widths, keyboard, reflow, zoom", a, b, BARS.all),
      besidePeer("axe at one width", rules, b, BARS.rules),
    ]);
    const processor = await processorBeside("pa11y-ci", () => timedRun(client, "a11y"), peer.audit);
    return `${figures}\n\n${processor}\n\nWhere a page's time goes, alone in a warm browser (median ms; pa11y-ci does the first three, at one width):\n${profile}`;
  } finally {
    await stop();
    await site.close();
  }
}
