// On the main branch, a picture that is what both sides of a merge accepted becomes the baseline.
import { deciderOf } from "../../domain/history/approvalSentences.ts";
import { buildGraph } from "../../domain/history/graph.ts";
import { leavesOf } from "../../domain/history/mergeLeaves.ts";
import type { MergeOf } from "../../domain/history/reference.ts";
import { makeId } from "../../domain/ids.ts";
import type { BaselinePicture, BaselineVersion } from "../../models/baseline.ts";
import { baselineIdOf } from "../../models/baselines/key.ts";
import { originOf } from "../../models/baselines/origin.ts";
import { BaselineMovedError, latestVersion, MAX_TURNS, promote } from "../../models/baselines/promote.ts";
import { loadCommits } from "../../models/commits.ts";
import type { CaptureRecord, Shot } from "../../models/shot.ts";
import type { CompareDeps } from "../deps.ts";
import type { MetVersion } from "./merged.ts";

/**
 * Only on the very entry of main that was looked at, and only where that is one of the merged pictures or of a commit that the run's commit
 * comes after: a run of an older commit moves nothing. Safe to race and to repeat.
 */
export async function promoteMerged(
  deps: CompareDeps,
  shot: Shot,
  { merge, test, met }: { merge: MergeOf; test: CaptureRecord; met: readonly MetVersion[] },
): Promise<void> {
  const { models } = deps;
  const { baselineKey: key, projectId } = shot;
  const project = await models.projects.findById(projectId, { mainBranch: 1 }).lean();
  const picture = pictureOf(test);
  const [ours, other] = [met[0]?.decision, (met[1] ?? met[0])?.decision];
  if (key.branch !== project?.mainBranch || !picture || !ours || !other) return;
  const leaves = new Set(leavesOf(merge));
  const origin = { ...(await originOf(models, shot, other.by)), comparedWith: ours.versionId, decision: other };
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const latest = await latestVersion(models, baselineIdOf(key));
    if (latest && !latest.withdrawn) {
      if (latest.picture.pixelSha256 === picture.pixelSha256) return;
      if (!leaves.has(latest._id) && !(await isBefore(deps, latest, projectId, origin.commitSha))) return;
    }
    try {
      await promote(
        models,
        {
          key,
          picture,
          by: deciderOf(other),
          how: "branch_merge",
          fromRunId: shot.runId,
          fromShotId: shot._id,
          at: deps.now(),
          id: makeId("baselineVersion", deps.ulid()),
          origin,
        },
        latest?.version ?? 0,
      );
      return;
    } catch (error) {
      if (!(error instanceof BaselineMovedError)) throw error;
    }
  }
  throw new Error(`The baseline ${key.scenarioId} moved ${MAX_TURNS} times while a merge was judged.`);
}

async function isBefore(
  { models }: Pick<CompareDeps, "models">,
  { commitSha }: BaselineVersion,
  projectId: string,
  head: string | null,
): Promise<boolean> {
  if (!commitSha || !head) return false;
  const graph = buildGraph(await loadCommits(models, projectId));
  const [older, newer] = [graph.resolve(commitSha), graph.resolve(head)];
  return older !== null && newer !== null && graph.isAncestor(older, newer);
}

/** Null for a picture that nobody could compare with: its renderer is not known. */
function pictureOf(test: CaptureRecord): BaselinePicture | null {
  const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer, restless = [], rested } = test;
  if (!artifactId || !frameSha256 || !pixelSha256 || !renderer) return null;
  return {
    ...{ artifactId, mapId, frameSha256, pixelSha256, width, height, renderer },
    ...(restless.length > 0 && { restless }),
    ...(rested && { rested }),
  };
}
