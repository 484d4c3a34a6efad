// Makes a captured screenshot the baseline of its shot's key; re-encoded smaller than the browser's, with identical pixels.
import { makeId } from "../../domain/ids.ts";
import type { Reason, RestlessRegion, ShotStatus } from "../../domain/visual/outcome.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { originOf } from "../../models/baselines/origin.ts";
import type { Promotion } from "../../models/baselines/promote.ts";
import { promotedResult, settlePromotedShots } from "../../models/baselines/replaced.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import { refreshSummary } from "../../models/runs/writes.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid, throwIfCancelled } from "../failures.ts";
import { decideShot } from "../verdicts.ts";
import { keptResult, promoteWherePermitted } from "./protectedMain.ts";

/** What is stored with the screenshot, and shown next to the result. */
export type Remarks = {
  restless: readonly RestlessRegion[];
  /** Whether to capture the page at rest from now on. */
  rested?: boolean;
  confirmed?: boolean;
  /** Why no second capture equaled it. */
  unsettled?: string;
  notes: readonly Reason[];
};

type Doing = { signal: AbortSignal; note(phase: string): void };

/** Safe to repeat: one shot creates one version. Decides the shot and returns its status. */
export async function promotePicture(
  deps: CompareDeps,
  shot: Shot,
  record: CaptureRecord,
  { restless, rested, confirmed, unsettled, notes }: Remarks,
  { signal, note }: Doing,
): Promise<ShotStatus> {
  const { models, artifacts, pictures } = deps;
  if (!record.artifactId || !record.frameSha256 || !record.renderer)
    throw invalid(`Attempt ${record.attempt} of the shot ${shot._id} left no screenshot.`);
  note("encoding");
  const frame = await artifacts.get(record.artifactId);
  const { png: small, pixelSha256 } = await pictures.reencode(frame);
  throwIfCancelled(signal);
  const { projectId } = shot;
  const artifactId = await keepArtifact(deps, { projectId, bytes: small, contentType: "image/png" });
  const picture: BaselinePicture = {
    artifactId,
    mapId: record.mapId,
    frameSha256: record.frameSha256,
    pixelSha256,
    width: record.width,
    height: record.height,
    renderer: record.renderer,
    ...(restless.length > 0 && { restless: [...restless] }),
    ...(rested && { rested }),
    ...(confirmed && { confirmed }),
    ...(unsettled && { unsettled }),
  };
  throwIfCancelled(signal);
  note("promoting");
  const promotion: Promotion = {
    key: shot.baselineKey,
    picture,
    by: "run",
    how: "baseline_run",
    fromRunId: shot.runId,
    fromShotId: shot._id,
    at: deps.now(),
    id: makeId("baselineVersion", deps.ulid()),
    origin: await originOf(models, shot),
  };
  const version = await promoteWherePermitted(deps, shot, promotion);
  const result = version ? promotedResult(version) : await keptResult(models, shot, artifactId);
  const { attempt } = record;
  const captures = shot.captures.map((c) => (c.attempt === attempt ? { ...record, artifactId, pixelSha256 } : c));
  const status = await decideShot(deps, shot, { ...result, reasons: [...result.reasons, ...notes], captures });
  if (status === "passed") return status;
  // The run was closed at this moment, for example because it lost its workflow; the screenshot is a baseline nevertheless.
  await settlePromotedShots(models, shot.runId, deps.now());
  await refreshSummary(models, shot.runId);
  return "passed";
}
