// Self-healing inbox: proposals with their screenshots before and after, and who decided.
import { type HealStatus, patchesOf } from "../../../../domain/functional/heal/outcome.ts";
import { findHealProposal, listHealProposals } from "../../../../models/healProposals/queries.ts";
import { type HealProposal, outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { artifactLink } from "../../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../../lib/access.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { decodeCursor, type Paging, page } from "../../../lib/paging.ts";
import { decideHeal } from "./decideHeal.ts";
import { type PatchView, usersOfPatches, viewOfProposal } from "./healView.ts";
import { undoHeal } from "./undoHeal.ts";

/** Small, because each proposal includes the features that it affects. */
const DEFAULT_HEALS = 20;
export const MAX_HEALS = 50;

export async function listHeals(
  ctx: OperationContext,
  caller: Caller,
  { project, status, limit = DEFAULT_HEALS, cursor }: Paging & { project: Project; status?: HealStatus },
) {
  requireReadRight(caller);
  const before = decodeCursor(cursor, (text) => (/^heal_\w{1,40}$/.test(text) ? text : undefined)) ?? undefined;
  const found = await listHealProposals(ctx.models, project._id, { status, limit: limit + 1, before });
  const { entries, nextCursor } = page(found, limit, ({ _id }) => _id);
  const heals: Awaited<ReturnType<typeof healOf>>[] = [];
  for (const one of entries) heals.push(await healOf(ctx, project, one));
  return { heals, nextCursor };
}

/**
 * Throws the same errors as `decideHeal` and `undoHeal`: `not_found`, and `conflict` if the proposal was already decided or what it
 * changes has changed since.
 */
export async function reviewHeal(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; healId: string; decision: "accept" | "reject" | "undo"; reason?: string },
) {
  const { project, healId, decision, reason } = input;
  if (decision === "undo") await undoHeal(ctx, caller, { project, healId });
  else
    await decideHeal(ctx, caller, { project, healId, decision: decision === "accept" ? "approve" : "refuse", reason });
  const decided = await findHealProposal(ctx.models, project._id, healId);
  return healOf(ctx, project, decided as HealProposal);
}

const patchRow = ({ kind, stepDefId, featureId, finds, before, after }: PatchView) => ({
  kind,
  stepDefId,
  featureId,
  finds,
  before,
  after,
});

async function healOf(ctx: OperationContext, project: Project, proposal: HealProposal) {
  const outcome = outcomeOf(proposal);
  const { pictures, also = [] } = outcome;
  const view = viewOfProposal(ctx, proposal);
  // The features affected are only of interest while a decision is pending.
  const isOpen = proposal.status === "proposed";
  const users = isOpen ? await usersOfPatches(ctx, project._id, patchesOf(outcome)) : null;
  const open = (id: string | null) => (id === null ? null : artifactLink(ctx, id));
  return {
    healId: proposal._id,
    status: proposal.status,
    runId: proposal.runId,
    scenario: proposal.scenario,
    featureId: proposal.featureId,
    featureName: proposal.featureName,
    browser: proposal.browser,
    viewport: proposal.viewport,
    environmentName: proposal.environmentName,
    step: view.step,
    message: view.message,
    score: view.score,
    lead: view.lead,
    patch: view.patch && patchRow(view.patch),
    also: view.also.map(({ step, patch }, at) => ({
      step,
      patch: patchRow(patch),
      picture: open(also[at]?.picture ?? null),
    })),
    replay: view.replay,
    candidates: view.candidates,
    users: users?.features ?? [],
    pictures: { before: open(pictures.before), found: open(pictures.found), after: open(pictures.after) },
    createdAt: proposal.createdAt.toISOString(),
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    decidedBy: proposal.decidedBy,
    reason: proposal.reason,
  };
}
