// Health of one page across all pillars: latest results of the runs that count for health, findings, screenshots and functional scenarios.

import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { isAudit, PILLAR_PARTS, PILLARS } from "../../../domain/audit/pillars.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import type { PagePillarHealth } from "../../../domain/health/pageHealth.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { decisionsOnce } from "../../../models/problems/ofRun.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { latestRuns } from "../health/healthRuns.ts";
import { type AuditedPillar, auditResults, type PageFinding } from "./auditOfPage.ts";
import { type FunctionalVerdict, functionalResults } from "./functionalOfPage.ts";
import type { PageJudging } from "./resultsOnPage.ts";
import { type VisualVerdict, visualResults } from "./visualOfPage.ts";

export type PageHealth = {
  /** Address relative to the site's origin. */
  page: string;
  scenarioLabels: string[];
  pillars: (PagePillarHealth | AuditedPillar)[];
  /** Shots of the latest visual run that includes the page; failures first, those set aside after the others. */
  visual: VisualVerdict[];
  /** Scenarios of the latest functional run with steps on the page, in the same order. */
  functional: FunctionalVerdict[];
  /** Failed findings of the latest audits that nobody accepted or snoozed, most severe first. */
  worst: PageFinding[];
};
export type PageHealthInput = {
  project: Project;
  environment: Environment | null;
  url?: string;
  scenarioLabel?: string;
  /** Maximum number of findings to return. */
  limit: number;
};

type Wanted = { key: string; scenarioIds: Set<string>; labels: string[] };

/**
 * A result counts as failed only if the list of problems has something open about it. Throws `not_found` with the closest scenario labels
 * or pages if the page is unknown.
 */
export async function pageHealth(ctx: OperationContext, caller: Caller, input: PageHealthInput): Promise<PageHealth> {
  requireRight(caller, "mcpRead");
  const { project, environment, limit } = input;
  const { wanted, known } = await pageOf(ctx, input);
  const place = { project, environmentId: environment?._id };
  const now = ctx.now();
  const { _id, mainBranch } = project;
  const judging: PageJudging = { now, mainBranch, decisions: decisionsOnce(ctx.models, _id) };
  const pillars: PageHealth["pillars"] = [];
  const worst: PageFinding[] = [];
  let visual: VisualVerdict[] = [];
  let functional: FunctionalVerdict[] = [];
  for (const pillar of PILLARS) {
    const runs = await latestRuns(ctx, pillar, place, now.getTime());
    const parts = PILLAR_PARTS[pillar];
    if (parts === "shots") {
      const seen = await visualResults(ctx, runs, wanted.scenarioIds, judging);
      pillars.push(seen.health);
      visual = seen.latest;
    } else if (parts === "scenarios") {
      const seen = await functionalResults(ctx, runs, wanted.key, judging);
      pillars.push(seen.health);
      functional = seen.latest;
    } else if (isAudit(pillar)) {
      const audited = await auditResults(ctx, pillar, runs, wanted.key, judging);
      pillars.push(audited.health);
      worst.push(...audited.open);
    }
  }
  if (wanted.labels.length === 0 && pillars.every(({ status }) => status === "never")) {
    const message = `No scenario and no audit has the page "${wanted.key}".${hintOf(wanted.key, known)}`;
    throw new ProductError("not_found", message);
  }
  worst.sort((a, b) => rank(a.severity) - rank(b.severity));
  return {
    page: wanted.key,
    scenarioLabels: wanted.labels,
    pillars,
    visual,
    functional,
    worst: worst.slice(0, limit),
  };
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Resolves the requested page: its key, the scenarios on it, and the pages of all scenarios (`known`). */
async function pageOf(
  ctx: OperationContext,
  { project, environment, url, scenarioLabel }: PageHealthInput,
): Promise<{ wanted: Wanted; known: string[] }> {
  const base = environment?.baseUrl ?? project.baseUrl;
  const all = await scenariosOf(ctx.models, project._id, { fields: { label: 1, url: 1 }, by: "label" });
  const scenarios = all.flatMap((one) => {
    const key = keyOf(one.url, project, base);
    return key === null ? [] : [{ ...one, key }];
  });
  const known = [...new Set(scenarios.map(({ key }) => key))];
  if (scenarioLabel !== undefined) {
    const lower = scenarioLabel.toLowerCase();
    const named =
      scenarios.find(({ label }) => label === scenarioLabel) ??
      scenarios.find(({ label }) => label.toLowerCase() === lower);
    if (named) return { wanted: { key: named.key, scenarioIds: new Set([named._id]), labels: [named.label] }, known };
    const labels = scenarios.map(({ label }) => label);
    const hint = hintOf(scenarioLabel, labels, "list_scenarios shows those that are there.");
    throw new ProductError("not_found", `The scenario "${scenarioLabel}" was not found.${hint}`);
  }
  const key = url === undefined ? null : keyOf(url, project, await baseOf(ctx, project, url, base));
  if (key === null)
    throw fieldError(
      "url",
      url === undefined ? "url or scenarioLabel is required." : `url "${url}" is not an address.`,
    );
  const mine = scenarios.filter((one) => one.key === key);
  const labels = mine.map(({ label }) => label);
  return { wanted: { key, scenarioIds: new Set(mine.map(({ _id }) => _id)), labels }, known };
}

/** Returns the base URL to resolve against, because an absolute address on another environment of the project means the same page. */
async function baseOf(ctx: OperationContext, project: Project, url: string, base: string): Promise<string> {
  const origin = URL.parse(url)?.origin;
  if (origin === undefined) return base;
  const environments = await environmentsOf(ctx.models, project._id, { fields: { baseUrl: 1 } });
  return environments.find(({ baseUrl }) => new URL(baseUrl).origin === origin)?.baseUrl ?? base;
}

function keyOf(url: string, project: Project, base: string): string | null {
  try {
    return pageKey(resolveScenarioUrl(url, project.baseUrl, base), base);
  } catch {
    return null;
  }
}
