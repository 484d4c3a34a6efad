// What every pillar that audits pages has: how to gather a page and the site, and which rules judge them. One folder a pillar.

import type { HostGate } from "../../browsers/hostGate.ts";
import type { VisitDeps } from "../../browsers/page/visit.ts";
import type { AuditRunInfo, Judge } from "../../domain/audit/judge.ts";
import type { AuditPage, Gathered } from "../../domain/audit/page.ts";
import type { Config } from "../../domain/config.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { Scenario } from "../../models/scenarios/schema.ts";
import type { CommonDeps, Log } from "../commonDeps.ts";
import type { PlannedPage } from "../plan/plannedPages.ts";
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

/** What Lighthouse needs of its worker besides the tools of every pillar. */
export type LabTools = {
  /** Every request of Lighthouse's browser goes through it: `http://127.0.0.1:<port>`. */
  proxyUrl?: string;
  /** Instead of the Chromium that is found. */
  chromiumPath?: string;
  gate: HostGate;
};

/** The pages as the site-wide part reads them. `data` is what the page's gathering gave. */
export type GatheredPage<G> = { page: AuditPage; data: G };

/** What planning has read already. What a pillar puts into `options` reaches each page's audit. */
export type PlanInput = { run: Run; project: Project; scenarios: Scenario[]; options: Record<string, unknown> };

/**
 * A pillar. `G` and `S` are plain JSON: they are stored compressed in the artifact store between the steps.
 * Gathering does the I/O; the judge is pure and comes from domain/pillars/<pillar>/.
 */
export type PillarAudit<G = unknown, S = unknown> = Judge<G, S> & {
  gather(tools: GatherTools, page: AuditPage): Promise<Gathered<G>>;
  /** Work over the whole site, after all pages: one activity of its own. */
  gatherSite?(tools: GatherTools, pages: readonly GatheredPage<G>[]): Promise<S>;
  /** The site is looked at even when none of its pages could be (a bad certificate keeps browsers out). */
  siteWithoutPages?: true;
  /** Which pages to audit; the scenarios' addresses unless the pillar knows better. */
  planPages?(deps: CommonDeps, input: PlanInput): Promise<PlannedPage[]>;
};

/** What `activities/pillars/<pillar>/index.ts` exports. */
export type PillarModule = { createAudit(lab: LabTools): PillarAudit };
/** What `activities/pillars/<pillar>/judge.ts` exports. */
export type JudgeModule = { judge: Judge };
