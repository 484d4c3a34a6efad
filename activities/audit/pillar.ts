// Interface of every pillar that audits pages: how to gather a page and the site, and which rules judge them. One folder per pillar.

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

/** Dependencies of gathering, bound to one run. Contains the site's access, so it is never stored or logged. */
export type GatherTools = SiteTools & {
  visit: VisitDeps;
  /** Stores bytes in the artifact store for the run's project and returns their id. */
  store(bytes: Uint8Array, contentType: string): Promise<string>;
  run: AuditRunInfo;
  config: Config;
  log: Log;
};

/** Additional worker dependencies of Lighthouse. */
export type LabTools = {
  /** Proxy for every request of Lighthouse's browser: `http://127.0.0.1:<port>`. */
  proxyUrl?: string;
  /** Overrides the Chromium found on the machine. */
  chromiumPath?: string;
  gate: HostGate;
};

/** A page as the site-wide part reads it. `data` is the page's gathered data. */
export type GatheredPage<G> = { page: AuditPage; data: G };

/** Data that planning has already read. Whatever a pillar puts into `options` is passed to each page's audit. */
export type PlanInput = { run: Run; project: Project; scenarios: Scenario[]; options: Record<string, unknown> };

/**
 * A pillar. `G` and `S` are plain JSON, stored compressed in the artifact store between the steps.
 * Gathering does the I/O; the judge is pure and comes from domain/pillars/<pillar>/.
 */
export type PillarAudit<G = unknown, S = unknown> = Judge<G, S> & {
  gather(tools: GatherTools, page: AuditPage): Promise<Gathered<G>>;
  /** Gathers site-wide data after all pages, in a separate activity. */
  gatherSite?(tools: GatherTools, pages: readonly GatheredPage<G>[]): Promise<S>;
  /** Set if the site is gathered even if none of its pages could be (a bad certificate blocks browsers). */
  siteWithoutPages?: true;
  /** Selects the pages to audit; defaults to the scenarios' addresses. */
  planPages?(deps: CommonDeps, input: PlanInput): Promise<PlannedPage[]>;
};

/** Exports of `activities/pillars/<pillar>/index.ts`. */
export type PillarModule = { createAudit(lab: LabTools): PillarAudit };
/** Exports of `activities/pillars/<pillar>/judge.ts`. */
export type JudgeModule = { judge: Judge };
