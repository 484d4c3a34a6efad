// Runs one pair through the whole service, and collects what every face says about it.
import path from "node:path";
import type { ComparePool } from "../../activities/compare/engine/pool.ts";
import { collectVisual } from "../../activities/report/collectVisual.ts";
import { shortSelector } from "../../domain/visual/reading/shorten.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels, type Models } from "../../models/index.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import type { ApiClient } from "../../temporal-dev/apiClient.ts";
import type { Service } from "../../temporal-dev/service.ts";
import type { SessionClient } from "../../temporal-dev/sessionClient.ts";
import type { Told } from "./judge.ts";
import type { Pair } from "./truth.ts";

/** Number of results per pair to explain; of the template of 40 pages the first ones are enough. */
const EXPLAINED = 4;

export type Faces = {
  told: Told[];
  /** Number of changes as counted by each face. */
  groups: { report: number; failures: number; review: number };
  /** Number of failed and passed results. */
  failed: number;
  passed: number;
  /** For each failed result: ms for capturing and comparing, and for explaining it. */
  shotMs: number[];
  explainMs: number[];
  titles: string[];
};

export type Measure = {
  pair(pair: Pair): Promise<Faces>;
  /** Returns the ms of each result of a run. */
  shots(runId: string): Promise<{ passed: number[]; failed: string[] }>;
  close(): Promise<void>;
};

type Tool<D> = { data: D };
type Explained = { causes: { kind: string; selector: string; evidence: string }[] };
type Review = {
  progress: { changes: number };
  groups: { id: string; kind: string; title: string }[];
  shots: { shotId: string; groupId: string }[];
};

/** Scenarios are labelled with the path of their page. */
export async function createMeasure(
  service: Service,
  client: ApiClient,
  session: SessionClient,
  pictures: ComparePool,
): Promise<Measure> {
  const connection = await connect(service.stack.mongoUri, { dbName: service.env.SVC_MONGO_DATABASE || "plumbline" });
  const models = bindModels(connection);
  const artifacts = createFileStore(path.join(service.dataDir, "artifacts"));
  const deps = { models, artifacts, pictures, now: () => new Date() };

  async function explained(runId: string, shot: Shot): Promise<{ told: Told[]; ms: number }> {
    const began = performance.now();
    const { scenarioLabel, viewport } = shot;
    const args = { project: "bench", runId, scenarioLabel, viewport };
    const answer = (await session.post("/api/app/tools/explain_vrt_failure", { args })) as unknown as Tool<Explained>;
    const told = answer.data.causes.map(
      ({ kind, selector, evidence }): Told => ({
        face: "explanation",
        path: scenarioLabel,
        kind,
        selector: selector || null,
        sentence: evidence,
      }),
    );
    return { told, ms: performance.now() - began };
  }

  async function pair({ pages }: Pair): Promise<Faces> {
    const { runId } = await client.run({ type: "test", scenarios: pages.map((one) => one.path) });
    const run = await client.wait(runId);
    if (run.status !== "completed") throw new Error(`The run ended as ${run.status}: ${run.error}`);
    const shots = await models.shots.find({ runId }).sort({ index: 1 }).lean<Shot[]>();
    const failed = shots.filter(({ status }) => status === "failed");
    const told: Told[] = [];
    const explainMs: number[] = [];
    for (const shot of spread(failed, EXPLAINED)) {
      const one = await explained(runId, shot);
      told.push(...one.told);
      explainMs.push(one.ms);
    }
    const failures = (await session.post("/api/app/tools/get_run_failures", {
      args: { project: "bench", runId },
    })) as unknown as Tool<{ changes: number }>;
    const review = (await session.get(`/api/app/runs/${runId}/review`)) as unknown as Review;
    const changed = review.groups.filter(({ kind }) => kind !== "no_baseline" && kind !== "error");
    const report = await reportOf(models, deps, runId, shots);
    return {
      told: [...told, ...report.told, ...titlesOf(review, shots)],
      groups: { report: report.groups, failures: failures.data.changes, review: review.progress.changes },
      failed: failed.length,
      passed: shots.length - failed.length,
      shotMs: failed.map(msOf),
      explainMs,
      titles: changed.map(({ title }) => title),
    };
  }

  async function shotsOf(runId: string) {
    const shots = await models.shots.find({ runId }).lean<Shot[]>();
    const passed = shots.filter(({ status }) => status === "passed");
    const failed = shots.filter(({ status }) => status !== "passed");
    return {
      passed: passed.map(msOf),
      failed: failed.map(
        ({ scenarioLabel, viewport, reasons }) => `${scenarioLabel} ${viewport}: ${reasons[0]?.message}`,
      ),
    };
  }

  return { pair, shots: shotsOf, close: () => connection.close() };
}

const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, at) => at % Math.max(1, Math.ceil(all.length / most)) === 0);

async function reportOf(
  models: Models,
  deps: Parameters<typeof collectVisual>[0],
  runId: string,
  stored: readonly Shot[],
): Promise<{ groups: number; told: Told[] }> {
  const run = await models.runs.findById(runId).lean();
  if (!run) throw new Error(`There is no run ${runId}.`);
  const section = await collectVisual(deps, run);
  const told = section.changes.map(({ sentence, selector, shown, places }): Told => {
    const place = shown[0]?.place ?? places[0];
    const shot = stored.find((one) => one.scenarioLabel === place?.label && one.viewport === place.viewport);
    // The report shortens selectors to three levels; the full one identifies the element.
    const change = shot?.changes?.find((one) => one.selector !== "" && shortSelector(one.selector) === selector);
    return { face: "report", path: place?.label ?? "", kind: null, selector: change?.selector ?? null, sentence };
  });
  return { groups: section.changesTotal, told };
}

/** Returns the group titles of the review. A title begins with the largest change of the first result. */
function titlesOf({ groups, shots }: Review, stored: readonly Shot[]): Told[] {
  return groups.flatMap(({ id, title, kind }): Told[] => {
    const first = shots.find(({ groupId }) => groupId === id)?.shotId;
    const shot = stored.find(({ _id }) => _id === first);
    if (!shot || kind === "no_baseline" || kind === "error") return [];
    const selector = shot.changes?.[0]?.selector || null;
    return [{ face: "review", path: shot.scenarioLabel, kind: null, selector, sentence: title }];
  });
}

/** Returns the ms of a result over all its captures, plus its last comparison. */
function msOf({ timings, captures }: Shot): number {
  const capturing = new Set(captures.flatMap((capture) => Object.keys(capture.timings)));
  const comparing = Object.entries(timings).filter(([name]) => !capturing.has(name));
  return [...captures.map((capture) => capture.timings.total ?? 0), ...comparing.map(([, ms]) => ms)].reduce(
    (sum, ms) => sum + ms,
    0,
  );
}
