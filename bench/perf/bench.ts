// Performance pillar: whether its budget verdicts are stable, and what it costs compared with Lighthouse CI.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromiumPath } from "../../activities/pillars/perf/chromium.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { median } from "../lib/stats.ts";
import { startBenchLab } from "./lab.ts";
import { collect } from "./lhci.ts";
import { startSlowSite } from "./slowSite.ts";

type Say = (line: string) => void;

const RUNS = 3;
const BYTES = 420_000;
/** Simulated slow 4G carries 1.6 Mbit/s. */
const BYTES_PER_MS = (1.6 * 1_024 * 1_024) / 8 / 1_000;
const PAGES = ["/", "/shop", "/products/oak-stool", "/journal/caring-for-linen", "/about"];

/** `repeats`: measurements of each of the two pages; 20 are enough to show that at least 19 agree. */
export async function benchVerdicts(repeats: number, log: Say): Promise<string> {
  const site = await startSlowSite(BYTES);
  const lab = await startBenchLab([site.host]);
  try {
    const normal = await lab.measure(site.url, 5);
    const lcp = normal.metrics.lcp ?? 0;
    const budgets = { lcp: Math.round(lcp * 1.15) };
    const slower = Math.round(BYTES + 0.3 * lcp * BYTES_PER_MS);
    const rows: string[][] = [];
    for (const [what, bytes] of [
      ["unchanged", BYTES],
      ["30 % slower", slower],
    ] as const) {
      site.setBytes(bytes);
      const found: number[] = [];
      let passed = 0;
      for (let i = 1; i <= repeats; i += 1) {
        const page = await lab.measure(site.url, RUNS);
        found.push(page.metrics.lcp ?? 0);
        if (lab.keeps([page], budgets)) passed += 1;
        log(
          `${what} ${i}/${repeats}: LCP ${Math.round(page.metrics.lcp ?? 0)} ms, ${passed} of ${i} within the budget`,
        );
      }
      const middle = median(found);
      const [low, high] = [Math.min(...found), Math.max(...found)];
      const right = what === "unchanged" ? Math.max(passed, repeats - passed) : repeats - passed;
      rows.push([
        what,
        String(Math.round(middle)),
        `${Math.round(low)}–${Math.round(high)}`,
        (middle / lcp).toFixed(2),
        String(passed),
        String(repeats - passed),
        right >= repeats * 0.95 ? "met" : "missed",
      ]);
    }
    const head = [`LCP, budget ${budgets.lcp} ms`, "median", "range", "of normal", "pass", "fail", "≥ 95 % alike"];
    return table(head, rows);
  } finally {
    await lab.close();
    await site.close();
  }
}

/** `turns`: how often each side measures all pages. A turn takes about 7 minutes on 2 cores. */
export async function benchBesideLhci(turns: number, log: Say): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const lab = await startBenchLab([new URL(site.url).host]);
  const dir = await mkdtemp(path.join(tmpdir(), "plumbline-bench-lhci-"));
  const urls = PAGES.map((page) => site.url + page);
  const times = { ours: [] as number[], theirs: [] as number[] };
  const ours = new Map<string, number[]>();
  const theirs = new Map<string, number[]>();
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      const started = performance.now();
      for (const url of urls) {
        const { metrics } = await lab.measure(url, RUNS);
        const scores = Array.from({ length: RUNS }, (_, run) => metrics[`scoreRun${run + 1}`] ?? 0);
        ours.set(url, [...(ours.get(url) ?? []), ...scores]);
      }
      times.ours.push(performance.now() - started);
      const collected = await collect(dir, urls, RUNS, chromiumPath());
      times.theirs.push(collected.ms);
      for (const [url, scores] of collected.scores) theirs.set(url, [...(theirs.get(url) ?? []), ...scores]);
      log(`turn ${turn}/${turns}: plumbline ${seconds(times.ours)} s, lhci ${seconds(times.theirs)} s`);
    }
  } finally {
    await lab.close();
    await site.close();
    await rm(dir, { recursive: true });
  }
  const ratio = median(times.ours) / median(times.theirs);
  const cost = table(
    ["5 pages × 3 runs", "plumbline s", "lhci s", "ratio", "bar", ""],
    [["", seconds(times.ours), seconds(times.theirs), ratio.toFixed(2), "≤ 1.0", ratio <= 1 ? "met" : "missed"]],
  );
  const rows = urls.map((url, index) => {
    const [a, b] = [ours.get(url) ?? [], theirs.get(url) ?? []];
    const [low, high] = [Math.min(...b), Math.max(...b)];
    const middle = median(a);
    return [
      PAGES[index] ?? "",
      String(middle),
      String(median(b)),
      `${low}–${high}`,
      middle >= low && middle <= high ? "within" : "outside",
    ];
  });
  return `${cost}\n\n${table(["score", "plumbline", "lhci", "its range", ""], rows)}`;
}

const seconds = (ms: number[]): string => (median(ms) / 1_000).toFixed(1);
