// Plans a run whose screenshots are uploaded: waits for them, then creates a shot for each.
import { type UploadState, uploadWait } from "../../domain/uploads.ts";
import { loadReferences } from "../../models/baselines/references.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import { scenariosWithIds } from "../../models/scenarios/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { deleteShots } from "../../models/shots/writes.ts";
import { closeUploads, noteBrowsers, uploadsOf } from "../../models/uploads/queries.ts";
import { rulesOfProject } from "../../models/wideRules/ofScenario.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { completeHistory } from "./history/completeHistory.ts";
import { shotOfUpload } from "./shotOfUpload.ts";
import { countRunSnapshots, writePlan } from "./writePlan.ts";

/**
 * `window`: maximum number of shots in flight. `waitMs`: the run still accepts screenshots; call again after this time, or when the
 * uploads are done.
 */
export type ShotPlan = { total: number; window: number; waitMs?: number };

type Input = { run: Run; project: Project; kind: Shot["kind"]; window: number };

/** Throws a non-retryable failure if no screenshot was uploaded. */
export async function planUploads(deps: CommonDeps, { run, project, kind, window }: Input): Promise<ShotPlan> {
  const { models } = deps;
  const runId = run._id;
  const waitMs = uploadWait(run.upload as UploadState, run.createdAt, deps.now());
  if (waitMs > 0) return { total: 0, window, waitMs };
  // Closed first, then read, so that every accepted screenshot is included.
  const state = await closeUploads(models, runId, deps.now());
  const uploads = await uploadsOf(models, runId);
  if (state === null || uploads.length === 0)
    throw invalid("No screenshot was uploaded into this run. Do the tests call plumbline(page, name)?");

  await countRunSnapshots(deps, run, uploads.length);
  const ids = [...new Set(uploads.map(({ scenarioId }) => scenarioId))];
  await completeHistory(deps, run);
  const [scenarios, rules, references] = await Promise.all([
    scenariosWithIds(models, project._id, ids),
    rulesOfProject(models, project._id),
    loadReferences(models, { project, run, kind, now: deps.now() }),
  ]);
  const ruled = new Map(scenarios.map((scenario) => [scenario._id, rules(scenario)]));
  const shots = uploads.map((upload, index) => {
    const rulesOfIt = ruled.get(upload.scenarioId) ?? null;
    return shotOfUpload({ run, project, upload, index, kind, ruled: rulesOfIt, references });
  });
  await deleteShots(models, runId);
  await writePlan(deps, run, shots, { unfinished: false });
  await noteBrowsers(models, runId, [...new Set(uploads.map(({ browser }) => browser))]);
  return { total: shots.length, window };
}
