// Queries and guarded writes of proposals to heal steps. A proposal is decided once, by the write that finds it open.
import { type HealOutcome, patchesOf } from "../../domain/functional/heal/outcome.ts";
import type { HealPatch } from "../../domain/functional/heal/patch.ts";
import { hasDecision } from "../../domain/history/decisionHolds.ts";
import { noteChange } from "../changes/queries.ts";
import { type DecisionRun, PLACE_FIELDS, tieDecisions } from "../commits/decisions.ts";
import { isWritten, type Models } from "../index.ts";
import { type HealProposal, outcomeOf } from "./schema.ts";

/** Maximum number of proposals kept per project, and for how long. */
const MAX_KEPT = 200;
const KEPT_MS = 90 * 24 * 3_600_000;
/** After this time, a claim to apply a proposal is considered abandoned. */
const CLAIM_MS = 60_000;

/** Stores a proposal once. Marks open ones for the same subject as outdated, and deletes old ones. */
export async function keepHealProposal(models: Models, proposal: HealProposal): Promise<void> {
  const { _id, projectId, subject, createdAt } = proposal;
  if (!(await isWritten(models.healProposals.create(proposal)))) return;
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

/** Returns proposals, newest first. `before`: an id; only older proposals are listed. */
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

/**
 * Returns the applied heals that are not part of a run's commit, newest first; none if the run's commit is unknown. Heals that the run's
 * branch made are tied to the run (see `tieDecisions`).
 */
export async function healsNotIn(models: Models, run: DecisionRun): Promise<HealPatch[]> {
  if (!run.commitSha) return [];
  const applied = await models.healProposals
    .find({ projectId: run.projectId, status: "applied" }, { outcome: 1, decidedAt: 1, ...PLACE_FIELDS })
    .limit(MAX_KEPT)
    .lean<Pick<HealProposal, "_id" | "outcome" | "decidedAt" | keyof typeof PLACE_FIELDS>[]>();
  const dated = applied.filter(({ commitSha }) => commitSha != null);
  const write = ({ _id }: Pick<HealProposal, "_id">, tied: object) => models.healProposals.updateOne({ _id }, tied);
  const placeOf = await tieDecisions(models, run, dated, () => true, write);
  return dated
    .filter((one) => !hasDecision(placeOf(one)))
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (a._id < b._id ? 1 : -1))
    .flatMap((one) => patchesOf(outcomeOf(one)).reverse());
}

const timeOf = ({ decidedAt }: Pick<HealProposal, "decidedAt">): number => decidedAt?.getTime() ?? 0;

/**
 * Prevents others from rejecting the proposal while it is applied. Returns false if it is already decided. Several callers may claim it;
 * its subject has one winner.
 */
export async function claimHealProposal(models: Models, healId: string, at: Date): Promise<boolean> {
  const claimed = await models.healProposals.updateOne(
    { _id: healId, status: "proposed" },
    { $set: { claimedAt: at } },
  );
  return claimed.matchedCount === 1;
}

export type HealDecision = Pick<HealProposal, "status" | "decidedAt" | "decidedBy" | "reason">;

/** Returns false if it is already decided. `claimed`: decide even while it is being applied, because the caller does that. */
export async function decideHealProposal(
  models: Models,
  healId: string,
  decision: HealDecision,
  { claimed, at }: { claimed: boolean; at: Date },
): Promise<boolean> {
  const free = claimed ? {} : { $or: [{ claimedAt: null }, { claimedAt: { $lt: new Date(at.getTime() - CLAIM_MS) } }] };
  return decide(models, { _id: healId, status: "proposed", ...free }, decision);
}

/** Reverts an applied proposal. Returns false if it is not applied, or no longer. */
export const undoHealProposal = (
  models: Models,
  healId: string,
  decision: Omit<HealDecision, "status">,
): Promise<boolean> => decide(models, { _id: healId, status: "applied" }, { ...decision, status: "undone" });

/** Reopens a rejected proposal. Returns false if it is not rejected, or no longer. */
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

/** Stores what the activities of a healing job pass to each other. As JSON, because it contains nested lists. */
export async function keepHealDraft(models: Models, jobId: string, draft: HealOutcome): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { "state.heal": JSON.stringify(draft) } });
}

export function healDraftOf({ state }: { state: Record<string, unknown> }): HealOutcome | null {
  return typeof state.heal === "string" ? (JSON.parse(state.heal) as HealOutcome) : null;
}
