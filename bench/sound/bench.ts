// Measures false alarms: what audits report on flawless pages. With a folder as argument, audits the pages of a built site instead.
import type { GatherTools } from "../../activities/audit/pillar.ts";
import { createAudit as createA11y } from "../../activities/pillars/a11y/index.ts";
import { createAudit as createPrivacy } from "../../activities/pillars/privacy/index.ts";
import { createAudit as createSecurity } from "../../activities/pillars/security/index.ts";
import { createAudit as createSeo } from "../../activities/pillars/seo/index.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import type { Finding } from "../../domain/audit/finding.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { readConfig } from "../../domain/config.ts";
import { parseAllowList } from "../../domain/net/allowList.ts";
import { safeFetch } from "../../platform/net/safeFetch.ts";
import { type ServedSite, serveFolder, serveSoundPages } from "./site.ts";

const AUDITS = { seo: createSeo(), a11y: createA11y(), security: createSecurity(), privacy: createPrivacy() };

type Said = Pick<Finding, "pillar" | "rule" | "outcome" | "severity" | "page" | "target" | "message">;

/** Audits every page of a site and the site itself. Returns everything that did not pass. */
export async function auditSite(site: ServedSite, log: (line: string) => void): Promise<Said[]> {
  const pool = createBrowserPool();
  const allowed = parseAllowList("127.0.0.1");
  if (!allowed.ok) throw new Error("The allow list is wrong.");
  const { signal } = new AbortController();
  const tools = {
    visit: { pool },
    access: undefined,
    fetch: (url: string, options = {}) => safeFetch(url, { ...options, allowList: allowed.list, signal }),
    store: async () => "artifact",
    run: { runId: "run", projectId: "project", baseUrl: site.url, perfBudgets: null, options: {} },
    config: { ...readConfig({}), allowedHosts: "127.0.0.1" },
    log: () => undefined,
    signal,
    note: () => undefined,
  } as GatherTools;
  const said: Said[] = [];
  try {
    for (const [pillar, audit] of Object.entries(AUDITS) as [AuditPillar, (typeof AUDITS)["seo"]][]) {
      const gathered: { page: { index: number; url: string; scenarioLabels: string[] }; data: never }[] = [];
      for (const [index, path] of site.paths.entries()) {
        const page = { index, url: site.url + path, scenarioLabels: [] };
        const result = await audit.gather(tools, page);
        if (result.state === "not_measured") {
          log(`${pillar} ${path}: not measured: ${result.reason}`);
          continue;
        }
        const data = JSON.parse(JSON.stringify(result.data));
        gathered.push({ page, data: data as never });
        const place = { pillar, page: page.url, baseUrl: site.url };
        said.push(...audit.audit(data, page, tools.run, place).findings);
      }
      if (audit.gatherSite && audit.auditSite) {
        const whole = JSON.parse(JSON.stringify(await audit.gatherSite(tools, gathered)));
        said.push(...audit.auditSite(whole, tools.run, { pillar, page: site.url, baseUrl: site.url }).findings);
      }
      log(`${pillar}: ${said.filter((one) => one.pillar === pillar).length} findings on ${gathered.length} pages`);
    }
  } finally {
    await pool.close();
  }
  return said;
}

/** `args`: a folder and paths below it; without them, the benchmark's own pages. */
export async function benchSound(args: readonly string[], log: (line: string) => void): Promise<string> {
  const [folder, ...paths] = args;
  const site = folder ? await serveFolder(() => folder, paths) : await serveSoundPages();
  try {
    const said = await auditSite(site, log);
    if (said.length === 0) return `Nothing was said of ${site.paths.length} pages.`;
    const lines = Map.groupBy(
      said,
      ({ pillar, outcome, severity, rule }) => `${pillar} ${outcome} ${severity} ${rule}`,
    );
    return [...lines]
      .map(([what, all]) => {
        const on = [...new Set(all.map(({ page }) => page.slice(site.url.length) || "/"))];
        const shown = all[0]?.message.replaceAll(site.url, "") ?? "";
        return `${what} (${all.length} on ${on.length}: ${on.slice(0, 4).join(" ")}) ${all[0]?.target.slice(0, 80)}: ${shown}`;
      })
      .join("\n");
  } finally {
    await site.close();
  }
}
