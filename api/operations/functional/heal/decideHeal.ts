// Applies and refuses heal proposals.
import { ProductError } from "../../../../domain/errors.ts";
import { type HealStatus, patchesOf } from "../../../../domain/functional/heal/outcome.ts";
import type { HealPatch } from "../../../../domain/functional/heal/patch.ts";
import { hintOf } from "../../../../domain/nearest.ts";
import {
  claimHealProposal,
  decideHealProposal,
  findHealProposal,
  type HealDecision,
  listHealProposals,
} from "../../../../models/healProposals/queries.ts";
import { type HealProposal, outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { describeCaller, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { versionConflict } from "../../../lib/versionConflict.ts";
import { type HealView, usersOfPatches, viewOfProposal } from "./healView.ts";
import { relink, writePatches } from "./writePatches.ts";

/** Maximum number of recent proposals whose ids are searched for suggestions. */
const RECENT = 50;

export type AppliedHeal = {
  heal: HealView;
  /** `unchanged`: what the proposal changes already was as proposed. */
  change: "updated" | "unchanged";
  /** Version of the definition or feature that was changed first. */
  version: number;
  /** Tracking plan events whose links were updated to the new sentence. */
  relinked: string[];
};

/** Approves a proposal, which applies it, or refuses it and stores the reason. Throws the same errors as `applyHeal`. */
export async function decideHeal(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; healId: string; decision: "approve" | "refuse"; reason?: string },
): Promise<HealView> {
  const { project, healId, decision, reason } = input;
  if (decision === "approve") return (await applyHeal(ctx, caller, { project, healId })).heal;
  requireRight(caller, "mcpWrite");
  await requireOpen(ctx, project, healId);
  const at = ctx.now();
  const refused: HealDecision = {
    status: "refused",
    decidedAt: at,
    decidedBy: describeCaller(caller),
    reason: reason ?? null,
  };
  if (!(await decideHealProposal(ctx.models, healId, refused, { claimed: false, at }))) {
    await requireOpen(ctx, project, healId);
    throw new ProductError("conflict", `The proposal ${healId} is being applied by somebody else.`);
  }
  await recordAudit(ctx, caller, "heal.refuse", project._id, { heal: healId, reason: reason ?? "" });
  return viewOfProposal(ctx, await requireProposal(ctx, project, healId));
}

/**
 * Applies a proposal. Throws `not_found` with the closest ids, and `conflict` if the proposal is already decided or what it would change
 * has changed since; the proposal is then outdated and nothing is written.
 */
export async function applyHeal(
  ctx: OperationContext,
  caller: Caller,
  { project, healId }: { project: Project; healId: string },
): Promise<AppliedHeal> {
  requireRight(caller, "mcpWrite");
  const proposal = await requireOpen(ctx, project, healId);
  const patches = patchesOf(outcomeOf(proposal));
  const [first] = patches;
  if (first === undefined) throw new ProductError("conflict", `The proposal ${healId} has no patch.`);
  if (!(await claimHealProposal(ctx.models, healId, ctx.now()))) await requireOpen(ctx, project, healId);
  const users = await usersOfPatches(ctx, project._id, patches);
  const written = await writePatches(ctx, caller, project, patches);
  const at = ctx.now();
  const by = { decidedAt: at, decidedBy: describeCaller(caller) };
  if ("outdated" in written) {
    const outdated = { ...by, status: "outdated", reason: written.outdated } as const;
    await decideHealProposal(ctx.models, healId, outdated, { claimed: true, at });
    throw versionConflict(
      `${written.outdated} Nothing was changed, and the proposal is outdated. Run the feature again, and heal what fails then.`,
    );
  }
  const decided = await decideHealProposal(
    ctx.models,
    healId,
    { ...by, status: "applied", reason: null },
    { claimed: true, at },
  );
  // Somebody else already applied the same proposal and recorded it.
  if (written.change === "unchanged" && !decided) await requireOpen(ctx, project, healId);
  const relinked = new Set<string>();
  for (const patch of patches)
    if (patch.kind !== "locators") for (const id of await relink(ctx, project._id, patch)) relinked.add(id);
  await recordAudit(ctx, caller, "heal.apply", project._id, auditOf(healId, first, written.version));
  const now = await requireProposal(ctx, project, healId);
  return { heal: viewOfProposal(ctx, now, users), ...written, relinked: [...relinked] };
}

/** Returns the audit log details of a proposal that was applied or undone. */
export const auditOf = (heal: string, first: HealPatch, version: number) => ({
  heal,
  kind: first.kind,
  version,
  subject: first.kind === "locators" ? first.stepDefId : first.featureId,
});

/** Throws `not_found` with the closest ids. */
export async function requireProposal(ctx: OperationContext, project: Project, healId: string): Promise<HealProposal> {
  const found = await findHealProposal(ctx.models, project._id, healId);
  if (found) return found;
  const recent = await listHealProposals(ctx.models, project._id, { limit: RECENT });
  const ids = recent.map(({ _id }) => _id);
  const none = "frt_heal_step_def creates one from a failed run.";
  throw new ProductError("not_found", `There is no proposal "${healId.slice(0, 100)}".${hintOf(healId, ids, none)}`);
}

const DECIDED: Record<Exclude<HealStatus, "proposed">, string> = {
  applied: "was applied already",
  refused: "was refused",
  outdated: "is outdated",
  undone: "was applied and undone",
};

/** Throws `conflict` unless the proposal is open. */
async function requireOpen(ctx: OperationContext, project: Project, healId: string): Promise<HealProposal> {
  const proposal = await requireProposal(ctx, project, healId);
  const { status, decidedBy, reason } = proposal;
  if (status === "proposed") return proposal;
  const who = decidedBy === null ? "" : ` (by ${decidedBy})`;
  throw new ProductError(
    "conflict",
    `The proposal ${healId} ${DECIDED[status]}${who}.${reason ? ` ${reason}` : ""} frt_heal_step_def creates a new one from a failed run.`,
    { status },
  );
}
