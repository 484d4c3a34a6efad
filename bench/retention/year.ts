// Generates an artificial year: runs of all kinds with their results, and small artifacts that they reference.
import { baselineIdOf } from "../../models/baselines/key.ts";
import type { Models } from "../../models/index.ts";
import { type ArtifactStore, sha256 } from "../../platform/artifacts/store.ts";
import { auditPagesOf, runOf, type Site, scenarioRunsOf, shotsOf } from "../history/documents.ts";
import { type PlannedRun, PROJECTS, planRuns, SCENARIOS } from "../history/plan.ts";
import { Buffers } from "../lib/buffers.ts";

export const KEEP_DAYS = 30;
const DAY_MS = 86_400_000;
/** Number of files written at the same time. */
const FILES = 64;
/** Number of results per run. */
const RESULTS = 25;
const VERSIONS = 4;
const PROBLEMS = 300;
const STATUSES = ["open", "accepted", "fixed"] as const;

export type Year = {
  planned: PlannedRun[];
  /** Artifacts of each run, by run id. */
  byRun: Map<string, string[]>;
  /** Artifacts of baselines and their history. */
  baselines: string[];
  /** Runs that hold the evidence of an open or accepted problem. */
  evidence: string[];
};

export const projectOf = (index: number): string => `prj_year${index}`;

/** Resolves when everything is stored. `until`: end of the year. */
export async function writeYear(
  models: Models,
  store: Pick<ArtifactStore, "put">,
  { runs, artifacts, until }: { runs: number; artifacts: number; until: Date },
  log: (line: string) => void,
): Promise<Year> {
  const planned = planRuns(runs, until);
  const sites = Array.from({ length: PROJECTS }, (_, index) => siteOf(index));
  const held = new Buffers(models);
  const keeper = new Keeper(store, held);
  const year: Year = { planned, byRun: new Map(), baselines: [], evidence: [] };
  for (const [index, site] of sites.entries()) {
    await models.projects.create({
      _id: site.projectId,
      orgId: site.orgId,
      name: site.slug,
      slug: site.slug,
      baseUrl: `https://${site.slug}.example`,
      mainBranch: site.mainBranch,
      settings: { retention: Object.fromEntries(KINDS.map((kind) => [kind, { days: KEEP_DAYS, runs: 0 }])) },
      createdAt: planned[0]?.at ?? until,
    });
    year.baselines.push(...(await writeBaselines(models, keeper, site, planned[index]!)));
  }
  const carrying = planned.filter(isCarrying).length;
  const each = Math.max(1, Math.round((artifacts / carrying - 1) / RESULTS));
  const started = performance.now();
  for (const [number, run] of planned.entries()) {
    const ids: string[] = [];
    const keep = async (name: string): Promise<string> => {
      const id = await keeper.keep(sites[run.project]!, run.at, `${run.id} ${name}`);
      ids.push(id);
      return id;
    };
    await writeRun(held, run, sites[run.project]!, each, keep);
    year.byRun.set(run.id, ids);
    if (number % 1_000 === 999)
      log(`${number + 1} runs, ${keeper.count} artifacts, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  await keeper.flush();
  await held.flush();
  year.evidence = await writeProblems(models, planned);
  return year;
}

const KINDS = ["pullRequests", "main", "audits", "functional", "uploads"] as const;
const isCarrying = (run: PlannedRun): boolean => run.status === "completed" && run.type !== "full-suite";

function siteOf(index: number): Site {
  const slug = `year-${index}`;
  const ids = Array.from({ length: SCENARIOS }, (_, at) => ({
    _id: `scn_year${index}x${at}`,
    label: `Page ${at}`,
    url: `https://${slug}.example/page-${at}`,
  }));
  const environments = ["Production", "Staging"].map((name, at) => ({
    _id: `env_year${index}${at}`,
    name,
    baseUrl: `https://${slug}.example`,
  }));
  return { orgId: "org_year", projectId: projectOf(index), slug, mainBranch: "main", environments, scenarios: ids };
}

/** Stores bytes like a past run: many files at the same time, and their records in bulk. */
class Keeper {
  count = 0;
  readonly #store: Pick<ArtifactStore, "put">;
  readonly #held: Buffers;
  #writing: Promise<unknown>[] = [];
  constructor(store: Pick<ArtifactStore, "put">, held: Buffers) {
    this.#store = store;
    this.#held = held;
  }
  async keep({ projectId }: Site, at: Date, text: string): Promise<string> {
    const bytes = Buffer.from(text);
    const artifactId = sha256(bytes);
    this.#writing.push(this.#store.put(bytes));
    if (this.#writing.length >= FILES) await this.flush();
    const record = { artifactId, projectId, contentType: "text/plain", bytes: bytes.length, createdAt: at, heldAt: at };
    await this.#held.add("artifacts", [{ _id: `${projectId}:${artifactId}`, ...record }]);
    this.count += 1;
    return artifactId;
  }
  async flush(): Promise<void> {
    await Promise.all(this.#writing);
    this.#writing = [];
  }
}

/** `each`: artifacts per result, in addition to one of the run. */
async function writeRun(
  held: Buffers,
  run: PlannedRun,
  site: Site,
  each: number,
  keep: (name: string) => Promise<string>,
): Promise<void> {
  if (!isCarrying(run)) return held.add("runs", [runOf(run, site)]);
  await held.add("runs", [{ ...runOf(run, site), reports: { html: await keep("report") } }]);
  const own = async (at: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < each; n += 1) ids.push(await keep(`${at} ${n}`));
    return ids;
  };
  if (run.type === "vrt-test" || run.type === "baseline") {
    const shots = [];
    for (const [at, shot] of shotsOf(run, site).slice(0, RESULTS).entries()) {
      const [test = null, map = null, ...more] = await own(at);
      const picture = pictureText(site, at, 0);
      const captures = shot.captures.map((one) => ({ ...one, artifactId: test, mapId: map }));
      const artifacts = { baseline: picture, test, map, diff: null, more };
      shots.push({ ...shot, captures, artifacts, baseline: { ...shot.baseline, artifactId: picture, mapId: null } });
    }
    return held.add("shots", shots);
  }
  if (run.pillar !== null) {
    const pages = [];
    for (const [at, page] of auditPagesOf(run, site).slice(0, RESULTS).entries()) {
      const [gatheredId = null, ...more] = await own(at);
      pages.push({ ...page, gatheredId, artifacts: { more } });
    }
    return held.add("auditPages", pages);
  }
  const { results, attempts } = scenarioRunsOf(run, site);
  const traced = [];
  for (const [at, attempt] of attempts.entries()) {
    const ids = await own(at);
    traced.push({ ...attempt, traceId: ids[0] ?? null, error: ids.slice(1).join(" ") });
  }
  await held.add("scenarioRuns", results);
  await held.add("scenarioAttempts", traced);
}

const pictureText = ({ projectId }: Site, at: number, version: number): string =>
  sha256(Buffer.from(`${projectId} baseline ${at} ${version}`));

/** Each baseline has a history of pictures, all older than the retention period of runs. */
async function writeBaselines(models: Models, keeper: Keeper, site: Site, first: PlannedRun): Promise<string[]> {
  const ids: string[] = [];
  const shots = shotsOf({ ...first, type: "baseline", branch: null }, site).slice(0, RESULTS);
  for (const [at, { baselineKey, baseline }] of shots.entries()) {
    const _id = baselineIdOf(baselineKey);
    for (let version = 0; version < VERSIONS; version += 1) {
      const artifactId = await keeper.keep(site, first.at, `${site.projectId} baseline ${at} ${version}`);
      ids.push(artifactId);
      await models.baselineVersions.collection.insertOne({
        _id: `${_id}-${version}`,
        baselineId: _id,
        projectId: site.projectId,
        version,
        picture: { ...baseline, artifactId, mapId: null },
        at: first.at,
      } as never);
    }
    const picture = { ...baseline, artifactId: pictureText(site, at, VERSIONS - 1), mapId: null };
    await models.baselines.collection.insertOne({ _id, ...baselineKey, picture, updatedAt: first.at } as never);
  }
  return ids;
}

/** Distributes problems over the whole year; fixed ones need no evidence. Returns the runs that hold evidence. */
async function writeProblems(models: Models, planned: readonly PlannedRun[]): Promise<string[]> {
  const completed = planned.filter((run) => isCarrying(run) && run.parentRunId === null);
  const step = Math.max(1, Math.floor(completed.length / PROBLEMS));
  const evidence: string[] = [];
  for (const [number, run] of completed.filter((_, at) => at % step === 0).entries()) {
    const status = STATUSES[number % STATUSES.length]!;
    if (status !== "fixed") evidence.push(run.id);
    await models.problems.collection.insertOne({
      _id: `prb_year${number}`,
      projectId: projectOf(run.project),
      status,
      runId: run.id,
      lastSeen: { runId: run.id, at: run.at },
      evidence: { resultId: `${run.id}-00003` },
    } as never);
  }
  return evidence;
}

export const isYoung = ({ at }: PlannedRun, now: Date): boolean => now.getTime() - at.getTime() < KEEP_DAYS * DAY_MS;
