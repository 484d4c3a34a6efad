// Handles pixels on the main branch that were accepted earlier, on a branch: the approval either moves to main, or no longer counts.
import { approvedReason, knownLookReason } from "../../domain/history/approvalSentences.ts";
import type { Answer } from "../../domain/history/branchApproval.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { findBranchApproval } from "../../models/baselines/branchApproval.ts";
import { originOf } from "../../models/baselines/origin.ts";
import { promoteInTurns } from "../../models/baselines/promote.ts";
import type { BaselineVersion } from "../../models/baselines/schema.ts";
import type { Models } from "../../models/index.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import { branchMergeOf } from "../promote/moveMain.ts";

export type Accepted = { passes: boolean; reason: Reason };

/** Returns what `acceptedBefore` would, without promoting anything. */
export async function knownApproval(
  { models }: Pick<CompareDeps, "models">,
  shot: Shot,
  pixelSha256: string,
): Promise<Accepted | null> {
  const asked = await asking(models, shot, pixelSha256);
  return asked && acceptedOf(await findBranchApproval(models, asked), asked.key.branch);
}

/** An approval that counts passes; the caller that decides the shot promotes it first. */
function acceptedOf(answer: Answer<BaselineVersion>, branch: string): Accepted | null {
  if (answer.kind === "unknown") return null;
  if (answer.kind === "known") return { passes: false, reason: knownLookReason(answer.look, branch) };
  return { passes: true, reason: approvedReason(answer.decision, branch) };
}

/** null: the run is not on the main branch, or is compared with a reference its caller named. */
async function asking(models: Models, shot: Shot, pixelSha256: string) {
  if (shot.reference?.chosenBy === "asked") return null;
  const project = await findProject(models, shot.projectId);
  const key = shot.baselineKey;
  if (!project || key.branch !== project.mainBranch) return null;
  const { commitSha } = await originOf(models, shot);
  return { project, shotId: shot._id, key, pixelSha256, commitSha };
}

/**
 * Returns the earlier decision about these pixels; null: there is none, or the run is not on the main branch. An approval that counts is
 * promoted on top of the version of main it was checked against; if another writer is faster, it is checked again.
 */
export async function acceptedBefore(deps: CompareDeps, shot: Shot, pixelSha256: string): Promise<Accepted | null> {
  const { models } = deps;
  const asked = await asking(models, shot, pixelSha256);
  if (asked === null) return null;
  let accepted: Accepted | null = null;
  await promoteInTurns(models, async () => {
    const answer = await findBranchApproval(models, asked);
    accepted = acceptedOf(answer, asked.key.branch);
    if (answer.kind !== "counts") return null;
    const { entry, decision, after } = answer;
    const merge = { picture: entry.picture, decision, comparedWith: after?._id ?? null };
    return { promotion: await branchMergeOf(deps, shot, merge), seen: after?.version ?? 0 };
  });
  return accepted;
}
