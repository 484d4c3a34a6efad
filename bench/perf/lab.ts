// The performance pillar without the rest of the service: measures a page like an activity and discards the artifacts.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GatherTools } from "../../activities/audit/pillar.ts";
import { createAudit } from "../../activities/pillars/perf/index.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { createHostGate } from "../../browsers/hostGate.ts";
import type { PageResult } from "../../domain/audit/page.ts";
import { readConfig } from "../../domain/config.ts";
import { parseAllowList } from "../../domain/net/allowList.ts";
import { startFilterProxy } from "../../platform/net/filterProxy.ts";

export type BenchLab = {
  /** Throws with the reason if the page cannot be measured. */
  measure(url: string, runs: number): Promise<PageResult>;
  /** Returns whether the average of these pages meets the budgets. */
  keeps(pages: PageResult[], budgets: Record<string, number>): boolean;
  close(): Promise<void>;
};

export async function startBenchLab(hosts: readonly string[]): Promise<BenchLab> {
  const allowed = parseAllowList(hosts.join(","));
  if (!allowed.ok) throw new Error(allowed.errors.map(({ message }) => message).join("; "));
  const proxy = await startFilterProxy({ allowList: allowed.list });
  const pool = createBrowserPool({ proxyUrl: proxy.url });
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bench-gate-"));
  const perf = createAudit({ proxyUrl: proxy.url, gate: createHostGate({ folder }) });
  const toolsFor = (url: string, runs: number): GatherTools => ({
    visit: { pool, explainFailure: (host, port) => proxy.failureFor(host, port) },
    access: undefined,
    fetch: () => Promise.reject(new Error("not used")),
    store: () => Promise.resolve("forgotten"),
    run: { runId: "bench", projectId: "bench", baseUrl: url, perfBudgets: null, options: { runs } },
    config: readConfig({}),
    log: () => undefined,
    signal: new AbortController().signal,
    note: () => undefined,
  });
  return {
    async measure(url, runs) {
      const tools = toolsFor(url, runs);
      const page = { index: 0, url, scenarioLabels: [] };
      const gathered = await perf.gather(tools, page);
      if (gathered.state === "not_measured") throw new Error(`${url}: ${gathered.reason}`);
      const judged = perf.audit(gathered.data, page, tools.run, { pillar: "perf", page: url, baseUrl: url });
      const { score, metrics = {}, rules } = judged;
      return { ...page, status: "passed", score, metrics, rules };
    },
    keeps(pages, perfBudgets) {
      const run = { ...toolsFor("http://bench.invalid/", 1).run, perfBudgets };
      return perf.rollUp(pages, null, run).failures?.length === 0;
    },
    async close() {
      await Promise.all([pool.close(), proxy.close()]);
      await rm(folder, { recursive: true });
    },
  };
}
