// Profiles where the time of a page goes: median milliseconds between the marks of the audit, one page at a time in a warm browser.

import type { GatherTools } from "../../activities/audit/pillar.ts";
import { gather } from "../../activities/pillars/a11y/gather.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { readConfig } from "../../domain/config.ts";
import { median } from "../lib/stats.ts";

const toolsOf = (pool: GatherTools["visit"]["pool"], url: string, note: GatherTools["note"]): GatherTools => ({
  visit: { pool },
  access: undefined,
  fetch: () => Promise.reject(new Error("The accessibility audit asks for nothing itself.")),
  store: async () => "kept",
  run: { runId: "bench", projectId: "bench", baseUrl: url, perfBudgets: null, options: {} },
  config: readConfig({}),
  log: () => undefined,
  signal: new AbortController().signal,
  note,
});

/** Returns the milliseconds for all pages, `slots` at a time, in a newly started browser: axe at one width, as in pa11y-ci. */
export async function timeRules(urls: readonly string[], slots: number): Promise<number> {
  const began = performance.now();
  const pool = createBrowserPool();
  try {
    const queue = urls.map((url, index) => ({ url, index, scenarioLabels: [] }));
    const work = async (): Promise<void> => {
      for (let page = queue.shift(); page; page = queue.shift()) {
        const gathered = await gather(
          toolsOf(pool, page.url, () => undefined),
          page,
          "rules",
        );
        if (gathered.state !== "gathered") throw new Error(`${page.url} was not measured: ${gathered.reason}`);
      }
    };
    await Promise.all(Array.from({ length: slots }, work));
    return performance.now() - began;
  } finally {
    await pool.close();
  }
}

/** Returns one line, "phase ms · …", with the phases in order. Repeated phases are added up. */
export async function profileA11y(urls: readonly string[]): Promise<string> {
  const pool = createBrowserPool();
  const phases = new Map<string, number[]>();
  try {
    // The first page includes the browser's start, so it is visited once more without counting.
    for (const [index, url] of [urls[0] ?? "", ...urls].entries()) {
      const marks = [{ name: "open", at: performance.now() }];
      const tools = toolsOf(pool, url, (name) => void marks.push({ name, at: performance.now() }));
      const gathered = await gather(tools, { index, url, scenarioLabels: [] });
      if (gathered.state !== "gathered") throw new Error(`${url} was not measured: ${gathered.reason}`);
      if (index === 0) continue;
      const sums = new Map<string, number>();
      const ends = [...marks.slice(1).map(({ at }) => at), performance.now()];
      for (const [i, { name, at }] of marks.entries()) sums.set(name, (sums.get(name) ?? 0) + (ends[i] ?? at) - at);
      for (const [name, ms] of sums) phases.set(name, [...(phases.get(name) ?? []), ms]);
    }
  } finally {
    await pool.close();
  }
  return [...phases].map(([name, list]) => `${name} ${median(list).toFixed(0)}`).join(" · ");
}
