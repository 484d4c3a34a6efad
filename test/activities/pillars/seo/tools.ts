// Gathering tools with a real browser pool and real requests on this machine.

import type { GatheredPage, GatherTools } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/seo/index.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../../browsers/page/access.ts";
import type { AuditRunInfo } from "../../../../domain/audit/judge.ts";
import type { AuditPage } from "../../../../domain/audit/page.ts";
import { readConfig } from "../../../../domain/config.ts";
import { parseAllowList } from "../../../../domain/net/allowList.ts";
import type { SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import { safeFetch } from "../../../../platform/net/safeFetch.ts";

const seoAudit = createAudit();

export type Asked = { method: string; url: string; headers: Record<string, string> };

/** `asked` records every request that the service itself makes. */
export function toolsFor(
  pool: BrowserPool,
  baseUrl: string,
  { access, signal = new AbortController().signal }: { access?: SiteEntry; signal?: AbortSignal } = {},
): GatherTools & { asked: Asked[] } {
  const allowed = parseAllowList("127.0.0.1,localhost");
  if (!allowed.ok) throw new Error("the allow list is wrong");
  const asked: Asked[] = [];
  return {
    asked,
    visit: { pool },
    access,
    fetch: (url, options = {}) => {
      asked.push({ method: options.method ?? "GET", url, headers: { ...options.headers } });
      return safeFetch(url, { ...options, allowList: allowed.list, signal });
    },
    store: async () => "artifact",
    run: runOf(baseUrl),
    config: readConfig({}),
    log: () => undefined,
    signal,
    note: () => undefined,
  };
}

export const runOf = (baseUrl: string): AuditRunInfo => ({
  runId: "run",
  projectId: "project",
  baseUrl,
  perfBudgets: null,
  options: {},
});

export const pageOf = (url: string, index = 0): AuditPage => ({ index, url, scenarioLabels: [] });

/** Gathers a page; throws if it could not be measured. The result has gone through JSON, as in a run. */
export async function gathered(tools: GatherTools, url: string, index = 0): Promise<GatheredPage<SeoPage>> {
  const page = pageOf(url, index);
  const result = await seoAudit.gather(tools, page);
  if (result.state === "not_measured") throw new Error(`${url}: ${result.reason}`);
  return { page, data: JSON.parse(JSON.stringify(result.data)) as SeoPage };
}
