// Gathers and judges one page with a real browser, as a worker does.

import type { GatherTools } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/tracking/index.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { Config } from "../../../../domain/config.ts";
import type { TrackingPageAudit } from "../../../../domain/pillars/tracking/audit.ts";
import type { TrackingData } from "../../../../domain/pillars/tracking/observation.ts";
import type { TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";

const trackingAudit = createAudit();

export type Run = { pool: BrowserPool; baseUrl: string; plan?: TrackingPlan; options?: Record<string, unknown> };
export type Audited = { data: TrackingData; audit: TrackingPageAudit; stored: number };

export async function auditTracking({ pool, baseUrl, plan, options = {} }: Run, url: string): Promise<Audited> {
  let stored = 0;
  const tools: GatherTools = {
    visit: { pool },
    access: undefined,
    fetch: () => Promise.reject(new Error("not needed")),
    store: async () => `picture-${++stored}`,
    run: {
      runId: "run",
      projectId: "project",
      baseUrl,
      perfBudgets: null,
      options: { plan: plan ?? { pages: [], events: [] }, ...options },
    },
    config: {} as Config,
    log: () => undefined,
    signal: new AbortController().signal,
    note: () => undefined,
  };
  const page = { index: 0, url: new URL(url, baseUrl).href, scenarioLabels: [] };
  const gathered = await trackingAudit.gather(tools, page);
  if (gathered.state === "not_measured") throw new Error(gathered.reason);
  // Passes the data through JSON, as between two activities.
  const data = JSON.parse(JSON.stringify(gathered.data)) as TrackingData;
  const audit = trackingAudit.audit(data, page, tools.run, { pillar: "tracking", page: page.url, baseUrl });
  return { data, audit: audit as TrackingPageAudit, stored };
}
