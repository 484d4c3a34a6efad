// Draws the diff of a failed shot on request and stores it.

import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { decidingCapture } from "../../models/shots/facts.ts";
import { findShot } from "../../models/shots/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { keepDiff } from "../../models/shots/writes.ts";
import type { PictureDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { loadPair } from "./judge.ts";

export type PictureActivities = { renderDiffPicture(shotId: string): Promise<string> };

export function createPictureActivities(deps: PictureDeps): PictureActivities {
  return {
    async renderDiffPicture(shotId) {
      const shot = await findShot(deps.models, shotId);
      if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
      return keptDiff(deps, shot);
    },
  };
}

/** Returns the artifact id of a shot's diff, drawing it if necessary. Rejects with a sentence if there is none. */
export async function keptDiff(deps: PictureDeps, shot: Shot): Promise<string> {
  if (shot.artifacts.diff) return shot.artifacts.diff;
  const record = decidingCapture(shot);
  if (!shot.baseline || !record) throw invalid("No diff: one of the two screenshots is missing.");
  const pair = {
    baseline: shot.baseline,
    test: record,
    rules: shot.spec.comparisonRules,
    threshold: shot.threshold,
    contentChanges: shot.spec.contentChanges ?? null,
  };
  const png = await deps.pictures.diffPicture(await loadPair(deps, pair));
  if (!png) throw invalid("No diff: the two screenshots are equal.");
  const id = await keepArtifact(deps, { projectId: shot.projectId, bytes: png, contentType: "image/png" });
  await keepDiff(deps.models, shot._id, id);
  return id;
}
