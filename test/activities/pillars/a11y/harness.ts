// Audits a page with a real Chromium, from gathering to findings.

import type { GatherTools } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/a11y/index.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { VisitDeps } from "../../../../browsers/page/visit.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import type { PageAudit } from "../../../../domain/audit/judge.ts";
import type { Gathered } from "../../../../domain/audit/page.ts";
import { readConfig } from "../../../../domain/config.ts";
import type { A11yData } from "../../../../domain/pillars/a11y/gathered.ts";

const a11yAudit = createAudit();

export type Stored = Map<string, { bytes: Uint8Array; contentType: string }>;

export function toolsFor(
  pool: BrowserPool,
  {
    limits,
    stored = new Map(),
    options = {},
  }: Partial<Pick<VisitDeps, "limits">> & { stored?: Stored; options?: Record<string, unknown> } = {},
  signal: AbortSignal = new AbortController().signal,
): GatherTools {
  return {
    visit: { pool, limits },
    access: undefined,
    fetch: () => Promise.reject(new Error("the accessibility audit asks for nothing itself")),
    store: async (bytes, contentType) => {
      const id = `artifact-${stored.size + 1}`;
      stored.set(id, { bytes, contentType });
      return id;
    },
    run: { runId: "run", projectId: "project", baseUrl: "http://127.0.0.1", perfBudgets: null, options },
    config: readConfig({}),
    log: () => undefined,
    signal,
    note: () => undefined,
  };
}

export function gather(tools: GatherTools, url: string): Promise<Gathered<A11yData>> {
  return a11yAudit.gather(tools, { index: 0, url, scenarioLabels: [] });
}

export type Audited = PageAudit & {
  data: A11yData;
  of(rule: string): Finding[];
  outcome(rule: string): string | undefined;
};

export async function audit(tools: GatherTools, url: string): Promise<Audited> {
  const gathered = await gather(tools, url);
  if (gathered.state !== "gathered") throw new Error(`not measured: ${gathered.code}: ${gathered.reason}`);
  const { data } = gathered;
  // Data is stored as JSON between the steps.
  const plain = JSON.parse(JSON.stringify(data)) as A11yData;
  const place = { pillar: "a11y" as const, page: url, baseUrl: new URL(url).origin };
  const judged = a11yAudit.audit(plain, { index: 0, url, scenarioLabels: [] }, tools.run, place);
  return {
    ...judged,
    data,
    of: (rule) => judged.findings.filter((finding) => finding.rule === rule),
    outcome: (rule) => judged.rules.find((one) => one.rule === rule)?.outcome,
  };
}
