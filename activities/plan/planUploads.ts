// The plan of a run whose pictures are uploaded: it waits for them, then makes a shot of each.
import { type UploadState, uploadWait } from "../../domain/uploads.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { DEFAULT_MAX_HEIGHT, type ShotSpec } from "../../domain/visual/shot.ts";
import { loadReferences } from "../../models/baselines/references.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import { scenariosWithIds } from "../../models/scenarios/queries.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { deleteShots } from "../../models/shots/writes.ts";
import { closeUploads, noteBrowsers, uploadsOf } from "../../models/uploads/queries.ts";
import type { Upload } from "../../models/uploads/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { completeHistory } from "./history/completeHistory.ts";
import { newShot } from "./newShot.ts";
import { rulesOf } from "./rulesOf.ts";
import { countRunSnapshots, writePlan } from "./writePlan.ts";

/** `window`: shots in flight at once. `waitMs`: the run still takes pictures; ask again after so long, or when their senders are done. */
export type ShotPlan = { total: number; window: number; waitMs?: number };

type Input = { run: Run; project: Project; kind: Shot["kind"]; window: number };

/** Throws, for good, when no picture came. */
export async function planUploads(deps: CommonDeps, { run, project, kind, window }: Input): Promise<ShotPlan> {
  const { models } = deps;
  const runId = run._id;
  const waitMs = uploadWait(run.upload as UploadState, run.createdAt, deps.now());
  if (waitMs > 0) return { total: 0, window, waitMs };
  // First closed, then read: a picture that was accepted came before the closing, and is among them.
  const state = await closeUploads(models, runId, deps.now());
  const uploads = await uploadsOf(models, runId);
  if (state === null || uploads.length === 0)
    throw invalid("No screenshot was uploaded into this run. Do the tests call plumbline(page, name)?");

  await countRunSnapshots(deps, run, uploads.length);
  const ids = [...new Set(uploads.map(({ scenarioId }) => scenarioId))];
  await completeHistory(deps, run);
  const [scenarios, rules, references] = await Promise.all([
    scenariosWithIds(models, project._id, ids),
    rulesOf(models, project._id),
    loadReferences(models, { project, run, kind, now: deps.now() }),
  ]);
  const thresholds = new Map(scenarios.map(({ _id, misMatchThreshold }) => [_id, misMatchThreshold]));
  const shots = uploads.map((upload, index) => {
    const threshold = thresholds.get(upload.scenarioId) ?? 0;
    const spec = specOf(run, project, upload, { threshold, comparisonRules: rules.comparison(upload.label) });
    const shot = newShot({ index, kind, spec, threshold, references });
    return {
      ...shot,
      source: "upload" as const,
      attempts: 1,
      captures: [recordOf(upload)],
      artifacts: { ...shot.artifacts, test: upload.artifactId },
    };
  });
  await deleteShots(models, runId);
  await writePlan(deps, run, shots, false);
  await noteBrowsers(models, runId, [...new Set(uploads.map(({ browser }) => browser))]);
  return { total: shots.length, window };
}

function specOf(
  run: Run,
  project: Project,
  upload: Upload,
  { threshold, comparisonRules }: { threshold: number; comparisonRules: ShotSpec["comparisonRules"] },
): ShotSpec {
  return {
    runId: run._id,
    projectId: run.projectId,
    environmentId: run.environmentId ?? "",
    scenarioId: upload.scenarioId,
    scenarioLabel: upload.label,
    url: upload.url,
    selector: null,
    viewport: upload.viewport,
    browser: upload.browser,
    // What was done before the picture is the test's matter.
    delay: 0,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    steps: [],
    dismissSelectors: [],
    stabilisers: {},
    fixedTime: null,
    comparisonRules,
    contentRules: [],
    misMatchThreshold: threshold,
    contentChanges: project.settings.visual?.contentChanges ?? null,
    maxHeight: DEFAULT_MAX_HEIGHT,
  };
}

function recordOf({ artifactId, width, height, stable, renderer }: Upload): CaptureRecord {
  const notes: Reason[] = stable
    ? []
    : [{ code: "unstable", message: "The page was still changing when the test took its screenshot." }];
  return {
    attempt: 1,
    artifactId,
    mapId: null,
    // An artifact's id is the hash of its bytes.
    frameSha256: artifactId,
    pixelSha256: null,
    width,
    height,
    stable,
    renderer,
    notes,
    timings: {},
  };
}
