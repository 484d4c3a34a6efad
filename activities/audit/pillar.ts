// What every pillar declares: how to gather a page, which rules judge it, and how pages add up. One folder a pillar.

import type { VisitDeps } from "../../browsers/page/visit.ts";
import type { AuditPage, Gathered, PageResult } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Checked, Place } from "../../domain/audit/runChecks.ts";
import type { Config } from "../../domain/config.ts";
import type { Log } from "../commonDeps.ts";
import type { SiteTools } from "../site/tools.ts";

/** What gathering stands on, bound to one run. Holds the site's access, so none of it is ever stored or logged. */
export type GatherTools = SiteTools & {
  visit: VisitDeps;
  /** Keeps bytes in the artifact store for the run's project and answers their id. */
  store(bytes: Uint8Array, contentType: string): Promise<string>;
  run: AuditRunInfo;
  config: Config;
  log: Log;
};

/** What a pillar may know of its run. */
export type AuditRunInfo = {
  runId: string;
  projectId: string;
  /** The environment's address. */
  baseUrl: string;
  perfBudgets: Record<string, number> | null;
  /** What the planning of the run found for this pillar (tracking: the plan), plain data. */
  options: Record<string, unknown>;
};

/** How one page did. `status` follows from the findings unless the pillar says otherwise. */
export type PageAudit = Checked & {
  score: number | null;
  metrics?: Record<string, number | null>;
  /** Named artifacts of the page that people open: report, screenshot … */
  artifacts?: Record<string, string>;
  status?: PageResult["status"];
  /** Further data that the pillar's report shows; plain and under 100 kB. */
  details?: Record<string, unknown>;
};

/** What a site-wide audit says; findings name their pages. */
export type SiteAudit = Checked & { metrics?: Record<string, number | null>; details?: Record<string, unknown> };

/** The pages as the site-wide part reads them. `data` is what the page's gathering gave. */
export type GatheredPage<G> = { page: AuditPage; data: G };

/** How the pages of a run add up. `extra` are the pillar's own fields of the status answer. */
export type RollUp = {
  score: number | null;
  /** Checks that passed, failed or warn, over all pages. */
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  extra?: Record<string, unknown>;
  /** Reasons why the run's verdict is `fail` beyond the findings; [] for none. */
  failures?: string[];
  /** What people should know; does not change the verdict. */
  warningSentences?: string[];
};

/** The pure half of a pillar. It runs in a worker thread, so it imports rules and nothing else. */
export type Judge<G = unknown, S = unknown> = {
  audit(data: G, page: AuditPage, run: AuditRunInfo, place: Place): PageAudit;
  auditSite?(data: S, run: AuditRunInfo, place: Place): SiteAudit;
  /** The page without what the part over the whole site does not read, since that part holds all pages at once. */
  forSite?(data: G): G;
};

/**
 * A pillar. `G` and `S` are plain JSON: they are stored compressed in the artifact store between the steps.
 * Gathering does the I/O; `audit`, `auditSite` and `rollUp` are pure and come from domain/pillars/<pillar>/.
 */
export type PillarAudit<G = unknown, S = unknown> = Judge<G, S> & {
  pillar: AuditPillar;
  gather(tools: GatherTools, page: AuditPage): Promise<Gathered<G>>;
  /** Work over the whole site, after all pages: one activity of its own. */
  gatherSite?(tools: GatherTools, pages: readonly GatheredPage<G>[]): Promise<S>;
  /** The site is looked at even when none of its pages could be (a bad certificate keeps browsers out). */
  siteWithoutPages?: true;
  rollUp(pages: readonly PageResult[], site: SiteAudit | null, run: AuditRunInfo): RollUp;
};
