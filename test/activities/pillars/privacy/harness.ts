// Gathers and audits one page for privacy, as the service does.

import type { GatherTools } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/privacy/index.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { PageAudit } from "../../../../domain/audit/judge.ts";
import { readConfig } from "../../../../domain/config.ts";
import type { PrivacyData } from "../../../../domain/pillars/privacy/gathered.ts";
import { warmPool } from "../../../support/warmPool.ts";
import { type FixtureSite, startFixtureSite } from "./fixtures/site.ts";

const privacyAudit = createAudit();

/** These pages send late requests immediately or when the visitor leaves; a separate test covers a long stay. */
const SHORT_STAY_MS = 500;
/** Longer than a busy machine takes from loading to the scroll (8 s at most) and to what the page sends 5 s after it. */
export const LONG_STAY_MS = 16_000;

/** Two shared cores. */
export const SLOW_MS = 240_000;

export type Audited = PageAudit & { data: PrivacyData; outcomes(rule: string): string[] };

export function toolsFor(pool: BrowserPool, baseUrl: string, options: Record<string, unknown> = {}): GatherTools {
  const none = (): never => {
    throw new Error("the privacy pillar does not need this");
  };
  return {
    visit: { pool },
    access: undefined,
    fetch: none,
    store: none,
    run: { runId: "run", projectId: "project", baseUrl, perfBudgets: null, options },
    config: readConfig({}),
    log: () => undefined,
    signal: new AbortController().signal,
    note: () => undefined,
  };
}

export async function auditPage(
  pool: BrowserPool,
  url: string,
  options: Record<string, unknown> = {},
  access?: GatherTools["access"],
  stayMs = SHORT_STAY_MS,
): Promise<Audited> {
  const baseUrl = new URL(url).origin;
  const tools = { ...toolsFor(pool, baseUrl, options), access, stayMs };
  const page = { index: 0, url, scenarioLabels: ["Page"] };
  const gathered = await privacyAudit.gather(tools, page);
  if (gathered.state === "not_measured") throw new Error(`${gathered.code}: ${gathered.reason}`);
  // Passes the data through JSON, as the store does.
  const data = JSON.parse(JSON.stringify(gathered.data)) as PrivacyData;
  const audit = privacyAudit.audit(data, page, tools.run, { pillar: "privacy", page: url, baseUrl });
  return {
    ...audit,
    data,
    outcomes: (rule) => audit.findings.filter((one) => one.rule === rule).map((one) => one.outcome),
  };
}

export type FixturePages = { readonly pool: BrowserPool; readonly site: FixtureSite };

/** A warm browser and the site of fixtures for the tests of a `describe`. */
export function fixturePages(): FixturePages {
  let site: FixtureSite;
  before(async () => {
    site = await startFixtureSite();
  });
  after(() => site.close());
  return {
    get pool() {
      return warmPool();
    },
    get site() {
      return site;
    },
  };
}
