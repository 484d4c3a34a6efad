// Gathering tools bound to a test: a real browser, and requests that may reach this machine.
import type { GatherTools } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/security/index.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import { readConfig } from "../../../../domain/config.ts";
import { parseAllowList } from "../../../../domain/net/allowList.ts";
import type { SecurityPage } from "../../../../domain/pillars/security/gathered.ts";
import { type SafeFetchOptions, safeFetch } from "../../../../platform/net/safeFetch.ts";

const securityAudit = createAudit();

export const ALLOWED = "127.0.0.1,[::1],localhost,*.localhost";

export function toolsFor(pool: BrowserPool, baseUrl: string, change: Partial<GatherTools> = {}): GatherTools {
  const parsed = parseAllowList(ALLOWED);
  if (!parsed.ok) throw new Error("the test's own list cannot be read");
  const { signal } = new AbortController();
  return {
    visit: { pool },
    access: undefined,
    fetch: (url: string, options: Omit<SafeFetchOptions, "allowList" | "signal"> = {}) =>
      safeFetch(url, { ...options, allowList: parsed.list, signal }),
    store: () => Promise.reject(new Error("this pillar stores nothing")),
    run: { runId: "run", projectId: "project", baseUrl, perfBudgets: null, options: {} },
    config: { ...readConfig({}), allowedHosts: ALLOWED },
    log: () => undefined,
    signal,
    note: () => undefined,
    ...change,
  };
}

/** Throws if the page could not be measured. */
export async function gatherFrom(tools: GatherTools, url: string): Promise<SecurityPage> {
  const gathered = await securityAudit.gather(tools, { index: 0, url, scenarioLabels: [] });
  if (gathered.state !== "gathered") throw new Error(`${gathered.code}: ${gathered.reason}`);
  return gathered.data;
}

export async function notMeasured(tools: GatherTools, url: string): Promise<{ code: string; reason: string }> {
  const gathered = await securityAudit.gather(tools, { index: 0, url, scenarioLabels: [] });
  if (gathered.state === "gathered") throw new Error("the page was measured");
  return gathered;
}

export const brief = (findings: readonly Finding[]): string[] =>
  findings.map(({ outcome, rule, target, page }) => `${outcome} ${rule} ${target} @ ${URL.parse(page)?.pathname}`);
