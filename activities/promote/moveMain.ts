// Makes a screenshot that was accepted on a branch, and that main contains by its history, main's own baseline.
import { approvedReason, deciderOf } from "../../domain/history/approvalSentences.ts";
import { type Decision, decisionOf } from "../../domain/history/branchApproval.ts";
import { makeId } from "../../domain/ids.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { baselineIdOf } from "../../models/baselines/key.ts";
import { originOf } from "../../models/baselines/origin.ts";
import { latestVersion, type Promotion, promoteInTurns } from "../../models/baselines/promote.ts";
import type { BaselineOrigin, BaselinePicture, BaselineVersion } from "../../models/baselines/schema.ts";
import { findVersion } from "../../models/baselines/versionQueries.ts";
import { loadGraph } from "../../models/commits/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";

type Merge = {
  picture: BaselinePicture;
  decision: Decision;
  /** The version that the decision was compared with. */
  comparedWith: string | null;
};

/** Returns the promotion of a screenshot that was accepted on a branch. */
export async function branchMergeOf(
  deps: CommonDeps,
  { _id: fromShotId, runId, baselineKey: key, baselineVersionId }: Shot,
  { picture, decision, comparedWith }: Merge,
): Promise<Promotion & { origin: BaselineOrigin }> {
  const origin = await originOf(deps.models, { runId, baselineVersionId }, decision.by);
  return {
    key,
    picture,
    by: deciderOf(decision),
    how: "branch_merge",
    fromRunId: runId,
    fromShotId,
    at: deps.now(),
    id: makeId("baselineVersion", deps.ulid()),
    origin: { ...origin, comparedWith, decision },
  };
}

/**
 * Promotes the screenshot only on top of the version of main that was checked, and only if that is one of `over` or of a commit that
 * precedes the run's: a run of an older commit changes nothing. Safe to race and to repeat.
 */
export async function moveMain(
  deps: CommonDeps,
  shot: Shot,
  /** Versions of main that it may replace, whatever their commit. */
  { over, ...merge }: Merge & { over: ReadonlySet<string> },
): Promise<void> {
  const { models } = deps;
  const promotion = await branchMergeOf(deps, shot, merge);
  const { key, picture, origin } = promotion;
  await promoteInTurns(models, async () => {
    const latest = await latestVersion(models, baselineIdOf(key));
    if (latest && !latest.withdrawn) {
      if (latest.picture.pixelSha256 === picture.pixelSha256) return null;
      if (!over.has(latest._id) && !(await isBefore(deps, latest, shot.projectId, origin.commitSha))) return null;
    }
    return { promotion, seen: latest?.version ?? 0 };
  });
}

/** If a result of main passes because of a branch's screenshot that main contains, promotes that screenshot. Returns whose decision it was. */
export async function takeOver(deps: CommonDeps, shot: Shot): Promise<Reason[]> {
  const { reference, baselineVersionId, baselineKey } = shot;
  if (!reference?.takesOver) return [];
  const version = baselineVersionId === null ? null : await findVersion(deps.models, baselineVersionId);
  if (!version) return [];
  const { picture, comparedWith = null } = version;
  const decision = decisionOf(version, reference.version.branch);
  const over = new Set(comparedWith === null ? [] : [comparedWith]);
  await moveMain(deps, shot, { picture, decision, comparedWith, over });
  return [approvedReason(decision, baselineKey.branch)];
}

async function isBefore(
  { models }: Pick<CommonDeps, "models">,
  { commitSha }: BaselineVersion,
  projectId: string,
  head: string | null,
): Promise<boolean> {
  if (!commitSha || !head) return false;
  const graph = await loadGraph(models, projectId);
  const [older, newer] = [graph.resolve(commitSha), graph.resolve(head)];
  return older !== null && newer !== null && graph.isAncestor(older, newer);
}
