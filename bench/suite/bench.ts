// Compares a full audit of 5 pages with the tools that people would otherwise run one after the other: Lighthouse CI, pa11y-ci and
// BackstopJS.
import path from "node:path";
import { DEFAULT_RUNS } from "../../domain/pillars/perf/measurements.ts";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { preparePa11y } from "../a11y/pa11y.ts";
import { sameChromium } from "../lib/chromium.ts";
import { startInstallation, timedAudit, timedRun } from "../lib/installation.ts";
import { verdict } from "../lib/rows.ts";
import { median, p95 } from "../lib/stats.ts";
import { collect } from "../perf/lhci.ts";
import { prepareBackstop } from "../visual/backstop.ts";

const PAGES = ["/", "/shop", "/products/oak-stool", "/journal/caring-for-linen", "/about"];
/** Pillars that the three tools cover. */
const SAME = ["visual", "perf", "a11y"];
const ALL = [...SAME, "seo", "security", "privacy"];
const BAR = 0.8;
const LONG = { everyMs: 250, timeoutMs: 1_800_000 };

/** Runs the benchmark and returns the table. A round takes some minutes, most of them for Lighthouse. */
export async function benchSuite(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const executablePath = sameChromium();
  const { client, dir, stop } = await startInstallation(site, PAGES, log);
  try {
    const urls = PAGES.map((page) => site.url + page);
    const slots = defaultBrowserSlots();
    const pa11y = await preparePa11y(path.join(dir, "pa11y"), { urls, executablePath, slots });
    const shots = { siteUrl: site.url, paths: PAGES, executablePath, slots };
    const backstop = await prepareBackstop(path.join(dir, "backstop"), shots);
    await timedRun(client, "baseline");
    await backstop.reference();
    const ours: number[] = [];
    const all: number[] = [];
    const theirs: Record<"lhci" | "pa11y" | "backstop" | "together", number[]> = {
      lhci: [],
      pa11y: [],
      backstop: [],
      together: [],
    };
    for (let round = 1; round <= rounds; round += 1) {
      ours.push((await timedAudit(client, SAME, LONG)).ms);
      all.push((await timedAudit(client, ALL, LONG)).ms);
      const lhci = (await collect(path.join(dir, "lhci"), urls, DEFAULT_RUNS, executablePath)).ms;
      const audited = (await pa11y.audit()).ms;
      const compared = await backstop.test();
      theirs.lhci.push(lhci);
      theirs.pa11y.push(audited);
      theirs.backstop.push(compared);
      theirs.together.push(lhci + audited + compared);
      const s = (list: number[]) => seconds(list.at(-1) ?? 0);
      log(
        `${round}/${rounds}: plumbline ${s(ours)} s, all pillars ${s(all)} s, one after the other ${s(theirs.together)} s`,
      );
    }
    const row = (what: string, list: number[], bar: number | null): string[] => {
      const ratio = median(list) / median(theirs.together);
      const held = bar === null ? ["", ""] : [`≤ ${bar}`, verdict(ratio, bar)];
      return [what, seconds(median(list)), seconds(p95(list)), ratio.toFixed(2), ...held];
    };
    return table(
      [`${PAGES.length} pages, ${DEFAULT_RUNS} runs of Lighthouse each`, "s", "p95", "ratio", "bar", ""],
      [
        row("lhci, pa11y-ci and BackstopJS, one after the other", theirs.together, null),
        row("  lhci collect", theirs.lhci, null),
        row("  pa11y-ci", theirs.pa11y, null),
        row("  backstop test", theirs.backstop, null),
        row("a full audit of the same: performance, accessibility, visual", ours, BAR),
        row("a full audit with SEO, security and privacy", all, null),
      ],
    );
  } finally {
    await stop();
    await site.close();
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
