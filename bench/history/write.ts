// Writes an artificial history to the database of a service in bulk, followed by the problems and reviews of the newest runs.
import { baselineIdOf } from "../../models/baselines/key.ts";
import { keepHistory } from "../../models/commits/queries.ts";
import type { Models } from "../../models/index.ts";
import { refreshProblems } from "../../models/problems/refresh.ts";
import { refreshReviewItems } from "../../models/reviewItems/writeRun.ts";
import type { Run } from "../../models/runs/schema.ts";
import { Buffers } from "../lib/buffers.ts";
import { auditPagesOf, findingsOf, runOf, type Site, scenarioRunsOf, shotsOf } from "./documents.ts";
import { FEATURES, type PlannedRun, PROJECTS, planRuns, SCENARIOS, shaOf, VIEWPORTS } from "./plan.ts";

const ENVIRONMENTS = ["Production", "Staging"];
/** Maximum age in days of branch runs that get problems and reviews, because screens show only recent branches. */
const STANDING_DAYS = 30;
const DAY_MS = 86_400_000;

type Written = { sites: Site[]; runs: PlannedRun[] };

/** Returns the projects and the plan once everything has been written. */
export async function writeHistory(
  models: Models,
  orgId: string,
  runs: number,
  log: (line: string) => void,
): Promise<Written> {
  const now = new Date();
  const planned = planRuns(runs, now);
  const sites: Site[] = [];
  for (let index = 0; index < PROJECTS; index += 1) sites.push(await writeSite(models, orgId, index, planned, now));
  const started = performance.now();
  const held = new Buffers(models);
  for (const [number, run] of planned.entries()) {
    await writeRun(held, run, sites[run.project]!);
    if (number % 1_000 === 999) log(`${number + 1} runs, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  await held.flush();
  await writeStanding(models, planned, now);
  return { sites, runs: planned };
}

async function writeRun(held: Buffers, run: PlannedRun, site: Site): Promise<void> {
  await held.add("runs", [runOf(run, site)]);
  if (run.status !== "completed") return;
  if (run.type === "vrt-test" || run.type === "baseline") await held.add("shots", shotsOf(run, site));
  if (run.pillar !== null) {
    await held.add("auditPages", auditPagesOf(run, site));
    await held.add("findings", findingsOf(run, site));
  }
  if (run.type !== "frt-test") return;
  const { results, attempts } = scenarioRunsOf(run, site);
  await held.add("scenarioRuns", results);
  await held.add("scenarioAttempts", attempts);
}

async function writeSite(
  models: Models,
  orgId: string,
  index: number,
  planned: readonly PlannedRun[],
  now: Date,
): Promise<Site> {
  const slug = index === 0 ? "shop" : `shop-${index}`;
  const projectId = `prj_bench${index}`;
  const baseUrl = `https://${slug}.example`;
  const createdAt = planned[0]?.at ?? now;
  const today = now.toISOString().slice(0, 10);
  const done = {
    problemsFilled: true,
    problemsListed: true,
    problemsSweptOn: today,
    reviewFilled: true,
    reviewSweptOn: today,
  };
  await models.projects.create({
    _id: projectId,
    orgId,
    name: `Shop ${index}`,
    slug,
    baseUrl,
    mainBranch: "main",
    createdAt,
    ...done,
  });
  const environments = ENVIRONMENTS.map((name, at) => ({
    _id: `env_bench${index}${at}`,
    projectId,
    name,
    slug: name.toLowerCase(),
    baseUrl: at === 0 ? baseUrl : `https://staging.${slug}.example`,
    createdAt,
  }));
  await models.environments.insertMany(environments);
  const scenarios = Array.from({ length: SCENARIOS }, (_, at) => ({
    _id: `scn_bench${index}x${at}`,
    projectId,
    label: `Page ${at}`,
    url: `${baseUrl}/page-${at}`,
    viewports: [...VIEWPORTS],
    createdAt,
  }));
  await models.scenarios.insertMany(scenarios);
  const site: Site = { orgId, projectId, slug, mainBranch: "main", environments, scenarios };
  await writeBaselines(models, site, now);
  await writeFeatures(models, site, now);
  await writeCommits(models, site, index, planned, now);
  return site;
}

async function writeBaselines(models: Models, site: Site, at: Date): Promise<void> {
  const run = planRuns(1, at)[0]!;
  const baselines = shotsOf({ ...run, type: "baseline", branch: null }, site).map(({ baselineKey, baseline }) => ({
    _id: baselineIdOf(baselineKey),
    ...baselineKey,
    version: 1,
    versionId: `${baselineIdOf(baselineKey)}-1`,
    picture: baseline,
    updatedAt: at,
    withdrawn: false,
  }));
  await models.baselines.collection.insertMany(baselines as never[]);
  const versions = baselines.map(({ _id, versionId, picture, projectId }) => ({
    _id: versionId,
    baselineId: _id,
    projectId,
    version: 1,
    picture,
    promotedBy: "run",
    how: "baseline_run",
    fromRunId: run.id,
    fromShotId: null,
    previousVersionId: null,
    at,
    withdrawn: false,
  }));
  await models.baselineVersions.collection.insertMany(versions as never[]);
}

async function writeFeatures(models: Models, { projectId }: Site, at: Date): Promise<void> {
  const gherkin =
    'Feature: Pay\n  Scenario: Pays by card\n    Given I am on "/page-1"\n    Then the page contains "Page"\n';
  const scenarios = [{ id: "pays", name: "Pays by card", rule: null, tags: [], line: 2, steps: 2 }];
  await models.features.insertMany(
    Array.from({ length: FEATURES }, (_, index) => ({
      _id: `${projectId}:feature-${index}`,
      projectId,
      featureId: `feature-${index}`,
      name: `Feature ${index}`,
      gherkin,
      status: "ready",
      origin: "written",
      coverage: { pages: [`/page-${index}`], elements: [], events: [], variables: [] },
      scenarios,
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "bench",
    })),
  );
}

/** Main is linear; each branch leaves it at the commit before. */
async function writeCommits(
  models: Models,
  { projectId }: Site,
  project: number,
  planned: readonly PlannedRun[],
  at: Date,
): Promise<void> {
  const own = planned.filter((run) => run.project === project && run.parentRunId === null);
  const rows: [string, string[]][] = [];
  let main: string[] = [];
  for (const { commit, branch } of own) {
    const sha = shaOf(project, commit);
    rows.unshift([sha, main]);
    if (branch === null) main = [sha];
  }
  await keepHistory(models, { projectId, rows, onMain: true, at });
}

/** Writes the problems and reviews of the newest runs, as finished runs leave them. */
async function writeStanding(models: Models, planned: readonly PlannedRun[], now: Date): Promise<void> {
  const since = now.getTime() - STANDING_DAYS * DAY_MS;
  const newest = new Map<string, PlannedRun>();
  for (const run of planned) {
    if (run.status !== "completed" || run.type === "full-suite" || run.type === "baseline") continue;
    if (run.branch !== null && run.at.getTime() < since) continue;
    newest.set(`${run.project} ${run.type} ${run.branch} ${run.environment}`, run);
  }
  for (const { id } of [...newest.values()].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const run = await models.runs.findOne({ _id: id }).lean<Run>();
    if (!run) continue;
    await refreshProblems(models, run);
    await refreshReviewItems(models, run);
  }
}
