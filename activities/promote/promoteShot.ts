// A captured picture becomes the baseline of its key; smaller than the browser made it, equal in every pixel.
import { makeId } from "../../domain/ids.ts";
import type { ShotStatus } from "../../domain/visual/outcome.ts";
import { recordArtifact } from "../../models/artifacts/access.ts";
import type { BaselinePicture } from "../../models/baseline.ts";
import { originOf } from "../../models/baselines/origin.ts";
import { promote } from "../../models/baselines/promote.ts";
import { promotedResult, settlePromotedShots } from "../../models/baselines/replaced.ts";
import { refreshSummary } from "../../models/runs.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid, throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { decideShot, isDecided, openShot } from "../verdicts.ts";

export type PromoteActivities = { promoteShot(input: { shotId: string; attempt: number }): Promise<ShotStatus> };

export function createPromoteActivities(deps: CompareDeps): PromoteActivities {
  const { models, artifacts, pictures } = deps;
  return {
    promoteShot: ({ shotId, attempt }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await openShot(deps, shotId);
        if (isDecided(shot)) return shot.status as ShotStatus;
        if (shot.kind !== "baseline") throw invalid(`The shot ${shotId} is none of a baseline run.`);
        const record = shot.captures.find((c) => c.attempt === attempt);
        if (!record?.artifactId || !record.frameSha256 || !record.renderer)
          throw invalid(`Attempt ${attempt} of the shot ${shotId} left no picture.`);
        note("encoding");
        const frame = await artifacts.get(record.artifactId);
        const [pixelSha256, small] = await Promise.all([pictures.pixelHash(frame), pictures.reencode(frame)]);
        throwIfCancelled(signal);
        const artifactId = await artifacts.put(small);
        await recordArtifact(models, {
          artifactId,
          projectId: shot.projectId,
          contentType: "image/png",
          bytes: small.length,
          at: deps.now(),
        });
        const picture: BaselinePicture = {
          artifactId,
          mapId: record.mapId,
          frameSha256: record.frameSha256,
          pixelSha256,
          width: record.width,
          height: record.height,
          renderer: record.renderer,
          ...(record.restless?.length && { restless: record.restless }),
        };
        throwIfCancelled(signal);
        note("promoting");
        const { version } = await promote(models, {
          key: shot.baselineKey,
          picture,
          by: "run",
          how: "baseline_run",
          fromRunId: shot.runId,
          fromShotId: shot._id,
          at: deps.now(),
          id: makeId("baselineVersion", deps.ulid()),
          origin: await originOf(models, shot),
        });
        const result = promotedResult(version);
        const captures = shot.captures.map((c) => (c.attempt === attempt ? { ...record, artifactId, pixelSha256 } : c));
        const reasons = [...result.reasons, ...record.notes];
        const status = await decideShot(deps, shot, { ...result, reasons, captures });
        if (status === "passed") return status;
        // The run was closed in this moment, as one that lost its workflow is: the picture is a baseline all the same.
        await settlePromotedShots(models, shot.runId, deps.now());
        await refreshSummary(models, shot.runId);
        return "passed";
      }),
  };
}
