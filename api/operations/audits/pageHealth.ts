// Health of one page across all pillars: latest results of the runs that count for health, findings, screenshots and functional scenarios.

import { countBySeverity } from "../../../domain/audit/acceptance.ts";
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { type AuditPillar, isAudit, PILLAR_PARTS, PILLARS } from "../../../domain/audit/pillars.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { type PagePillarHealth, type PageResultAt, pagePillarHealth } from "../../../domain/health/pageHealth.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import { auditPageAt } from "../../../models/auditPages/queries.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { failedOnPage, sharedFindingsOf } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { latestRuns, type RunRow } from "../health/gather.ts";
import { type FunctionalVerdict, functionalResults } from "./functionalOfPage.ts";

export type PageFinding = Pick<FindingRecord, "pillar" | "rule" | "severity" | "target" | "message" | "help"> & {
  new: boolean | null;
};
export type AuditedPillar = PagePillarHealth & {
  metrics: Record<string, number | null>;
  findings: Record<Severity, number>;
};
export type VisualVerdict = {
  scenarioLabel: string;
  viewport: string;
  browser: string;
  status: Shot["status"];
  mismatchPercent: number | null;
  reason: string | null;
};
export type PageHealth = {
  /** Address relative to the site's origin. */
  page: string;
  scenarioLabels: string[];
  pillars: (PagePillarHealth | AuditedPillar)[];
  /** Shots of the latest visual run that includes the page; failures first. */
  visual: VisualVerdict[];
  /** Scenarios of the latest functional run with steps on the page; those that did not pass first. */
  functional: FunctionalVerdict[];
  /** Failed findings of the latest audits, most severe first. */
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

const MAX_FINDINGS = 500;
const MAX_SHOTS = 200;

type Wanted = { key: string; scenarioIds: Set<string>; labels: string[] };

/** Throws `not_found` with the closest scenario labels or pages if the page is unknown. */
export async function pageHealth(ctx: OperationContext, caller: Caller, input: PageHealthInput): Promise<PageHealth> {
  requireRight(caller, "mcpRead");
  const { project, environment, limit } = input;
  const { wanted, known } = await pageOf(ctx, input);
  const place = { project, environmentId: environment?._id ?? null };
  const now = ctx.now().getTime();
  const pillars: PageHealth["pillars"] = [];
  const worst: PageFinding[] = [];
  let visual: VisualVerdict[] = [];
  let functional: FunctionalVerdict[] = [];
  for (const pillar of PILLARS) {
    const runs = await latestRuns(ctx, pillar, place, now);
    const parts = PILLAR_PARTS[pillar];
    if (parts === "shots") {
      const seen = await visualResults(ctx, runs, wanted);
      pillars.push(pagePillarHealth(pillar, seen.results));
      visual = seen.latest;
    } else if (parts === "scenarios") {
      const seen = await functionalResults(ctx, runs, wanted.key);
      pillars.push(pagePillarHealth(pillar, seen.results));
      functional = seen.latest;
    } else if (isAudit(pillar)) {
      const audited = await auditResults(ctx, pillar, runs, wanted.key);
      pillars.push(audited.health);
      worst.push(...audited.failed);
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

const timeOf = (run: RunRow): number => (run.finishedAt ?? run.createdAt).getTime();

async function auditResults(
  ctx: OperationContext,
  pillar: AuditPillar,
  runs: readonly RunRow[],
  key: string,
): Promise<{ health: AuditedPillar; failed: PageFinding[] }> {
  const fields = { index: 1, status: 1, reason: 1, score: 1, metrics: 1 } as const;
  const found = await Promise.all(
    runs.map(async (run) => ({
      run,
      page: await auditPageAt(ctx.models, { runId: run._id, key }, fields),
    })),
  );
  const pages = found.flatMap(({ run, page }) => (page && page.status !== "pending" ? [{ run, page }] : []));
  const results = pages.map(
    ({ run, page }): PageResultAt => ({
      runId: run._id,
      at: timeOf(run),
      status: page.status as PageResultAt["status"],
      reason: page.reason,
      score: page.score,
    }),
  );
  const health = pagePillarHealth(pillar, results);
  const latest = pages.find(({ run }) => run._id === health.runId);
  const failed = latest ? await failedFindings(ctx, latest.run._id, latest.page.index) : [];
  return { health: { ...health, metrics: latest?.page.metrics ?? {}, findings: countBySeverity(failed) }, failed };
}

async function failedFindings(ctx: OperationContext, runId: string, pageIndex: number): Promise<PageFinding[]> {
  const shared = await sharedFindingsOf(ctx.models, runId, pageIndex);
  const fields = { pillar: 1, rule: 1, severity: 1, target: 1, message: 1, help: 1, isNew: 1 } as const;
  const place = { runId, pageIndex, shared: shared.keys() };
  const found = await failedOnPage(ctx.models, place, { fields, limit: MAX_FINDINGS });
  return found.map(({ _id: _, isNew, ...one }) => ({ ...one, new: isNew }));
}

async function visualResults(
  ctx: OperationContext,
  runs: readonly RunRow[],
  { scenarioIds }: Wanted,
): Promise<{ results: PageResultAt[]; latest: VisualVerdict[] }> {
  const fields = {
    scenarioId: 1,
    scenarioLabel: 1,
    viewport: 1,
    browser: 1,
    status: 1,
    mismatchPercent: 1,
    reasons: 1,
  } as const;
  const results: PageResultAt[] = [];
  let latest: VisualVerdict[] = [];
  for (const run of runs) {
    const shots: Pick<Shot, keyof typeof fields>[] = [];
    for (const scenarioId of scenarioIds) {
      const choice = { runId: run._id, scenarioIds: [scenarioId] };
      shots.push(...(await shotsOf(ctx.models, choice, { fields, limit: MAX_SHOTS })));
    }
    const judged = shots.filter(({ status }) => status !== "pending");
    if (judged.length === 0) continue;
    const good = judged.filter(({ status }) => status === "passed" || status === "approved");
    const bad = judged.filter((shot) => !good.includes(shot));
    results.push({
      runId: run._id,
      at: timeOf(run),
      status: bad.length > 0 ? "failed" : "passed",
      reason: bad[0]?.reasons[0]?.message ?? null,
      score: Math.round((1_000 * good.length) / judged.length) / 10,
    });
    // Runs are sorted newest first, so the first one with results is the latest.
    if (latest.length === 0) latest = [...bad, ...good].map(verdictOf);
  }
  return { results, latest };
}

function verdictOf({
  scenarioLabel,
  viewport,
  browser,
  status,
  mismatchPercent,
  reasons,
}: Pick<Shot, "scenarioLabel" | "viewport" | "browser" | "status" | "mismatchPercent" | "reasons">): VisualVerdict {
  return { scenarioLabel, viewport, browser, status, mismatchPercent, reason: reasons[0]?.message ?? null };
}
