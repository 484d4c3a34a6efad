// Named queries and guarded writes of proposals to heal steps. A proposal is decided once: by the one write that finds it open.
import { type HealOutcome, patchesOf } from "../../domain/functional/heal/outcome.ts";
import type { HealPatch } from "../../domain/functional/heal/patch.ts";
import { hasDecision } from "../../domain/history/decisionHolds.ts";
import { noteChange } from "../changes/queries.ts";
import { type DecisionRun, placesFor, projectHistory } from "../commits/decisions.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { type HealProposal, outcomeOf } from "./schema.ts";

/** Proposals of a project that are kept, and for how long. */
const MAX_KEPT = 200;
const KEPT_MS = 90 * 24 * 3_600_000;
/** After so long somebody who began to apply a proposal is gone. */
const CLAIM_MS = 60_000;

/** Keeps a proposal once; open ones for the same subject are outdated by it, and old ones are forgotten. */
export async function keepHealProposal(models: Models, proposal: HealProposal): Promise<void> {
  const { _id, projectId, subject, createdAt } = proposal;
  try {
    await models.healProposals.create(proposal);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return;
  }
  await models.healProposals.updateMany(
    { projectId, subject, status: "proposed", claimedAt: null, _id: { $lt: _id } },
    { $set: { status: "outdated", reason: "There is a newer proposal.", decidedAt: createdAt } },
  );
  await models.healProposals.deleteMany({ projectId, createdAt: { $lt: new Date(createdAt.getTime() - KEPT_MS) } });
  const beyond = await models.healProposals
    .find({ projectId }, { _id: 1 })
    .sort({ createdAt: -1 })
    .skip(MAX_KEPT)
    .limit(MAX_KEPT)
    .lean<{ _id: string }[]>();
  await noteChange(models, { kind: "heal", id: _id, projectId });
  if (beyond.length > 0) await models.healProposals.deleteMany({ _id: { $in: beyond.map((one) => one._id) } });
}

export function findHealProposal(models: Models, projectId: string, healId: string): Promise<HealProposal | null> {
  return models.healProposals.findOne({ _id: healId, projectId }).lean<HealProposal>();
}

export const countOpenHeals = (models: Models, projectId: string): Promise<number> =>
  models.healProposals.countDocuments({ projectId, status: "proposed" });

/** Newest first. `before`: an id, from which on older ones are listed. */
export function listHealProposals(
  models: Models,
  projectId: string,
  { status, limit, before }: { status?: HealProposal["status"]; limit: number; before?: string },
): Promise<HealProposal[]> {
  return models.healProposals
    .find({ projectId, ...(status && { status }), ...(before !== undefined && { _id: { $lt: before } }) })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<HealProposal[]>();
}

/** What was applied, and is no part of a run's commit; the newest first. Nothing where that is not known. */
export async function healsNotIn(models: Models, run: DecisionRun): Promise<HealPatch[]> {
  if (!run.commitSha) return [];
  const applied = await models.healProposals
    .find(
      { projectId: run.projectId, status: "applied" },
      { outcome: 1, decidedAt: 1, branch: 1, commitSha: 1, prNumber: 1 },
    )
    .limit(MAX_KEPT)
    .lean<Pick<HealProposal, "_id" | "outcome" | "decidedAt" | "branch" | "commitSha" | "prNumber">[]>();
  const dated = applied.filter(({ commitSha }) => commitSha != null && commitSha !== run.commitSha);
  const placeOf = await placesFor(projectHistory(models, run.projectId), run, dated, () => true);
  return dated
    .filter((one) => !hasDecision(placeOf(one)))
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (a._id < b._id ? 1 : -1))
    .flatMap((one) => patchesOf(outcomeOf(one)).reverse());
}

const timeOf = ({ decidedAt }: Pick<HealProposal, "decidedAt">): number => decidedAt?.getTime() ?? 0;

/** Keeps others from refusing it while it is applied. False: it is decided. Several may claim it: its subject has one winner. */
export async function claimHealProposal(models: Models, healId: string, at: Date): Promise<boolean> {
  const claimed = await models.healProposals.updateOne(
    { _id: healId, status: "proposed" },
    { $set: { claimedAt: at } },
  );
  return claimed.matchedCount === 1;
}

export type HealDecision = Pick<HealProposal, "status" | "decidedAt" | "decidedBy" | "reason">;

/** False: it is decided already. `claimed`: also while somebody applies it, because that is the caller. */
export async function decideHealProposal(
  models: Models,
  healId: string,
  decision: HealDecision,
  { claimed, at }: { claimed: boolean; at: Date },
): Promise<boolean> {
  const free = claimed ? {} : { $or: [{ claimedAt: null }, { claimedAt: { $lt: new Date(at.getTime() - CLAIM_MS) } }] };
  return decide(models, { _id: healId, status: "proposed", ...free }, decision);
}

/** False: it is not applied, or no longer. */
export const undoHealProposal = (
  models: Models,
  healId: string,
  decision: Omit<HealDecision, "status">,
): Promise<boolean> => decide(models, { _id: healId, status: "applied" }, { ...decision, status: "undone" });

/** Waits for a decision again. False: it is not refused, or no longer. */
export const reopenHealProposal = (models: Models, healId: string): Promise<boolean> =>
  decide(
    models,
    { _id: healId, status: "refused" },
    { status: "proposed", decidedAt: null, decidedBy: null, reason: null },
  );

async function decide(models: Models, which: Record<string, unknown>, decision: HealDecision): Promise<boolean> {
  const decided = await models.healProposals
    .findOneAndUpdate(which, { $set: { ...decision, claimedAt: null } })
    .lean<Pick<HealProposal, "_id" | "projectId">>();
  if (decided) await noteChange(models, { kind: "heal", id: decided._id, projectId: decided.projectId });
  return decided !== null;
}

/** What the activities of a job that heals hand to each other. As JSON: it holds lists within lists. */
export async function keepHealDraft(models: Models, jobId: string, draft: HealOutcome): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { "state.heal": JSON.stringify(draft) } });
}

export function healDraftOf({ state }: { state: Record<string, unknown> }): HealOutcome | null {
  return typeof state.heal === "string" ? (JSON.parse(state.heal) as HealOutcome) : null;
}
