// Proposals: a series of changes that a model plans and a person approves. They are stored first and run only after approval.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { decideProposal, findProposal, insertProposal, keepResults } from "../../../models/conversations/queries.ts";
import type { Proposal, ProposalResult, ProposedCall } from "../../../models/conversations/schema.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { Person } from "./person.ts";

export const MAX_CALLS = 10;
/** Maximum age of an open proposal, because what was planned on yesterday's results may not fit today's. */
const OPEN_MS = 86_400_000;

export const viewProposal = ({ _id, title, status, calls, results, createdAt, decidedAt }: Proposal) => ({
  proposalId: _id,
  title,
  status,
  calls,
  results,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
export type ProposalView = ReturnType<typeof viewProposal>;

export async function keepProposal(
  ctx: OperationContext,
  { orgId, userId }: Person,
  proposed: { conversationId: string; title: string; calls: readonly ProposedCall[] },
): Promise<ProposalView> {
  const made: Proposal = {
    _id: makeId("proposal", ctx.ulid()),
    orgId,
    userId,
    status: "open",
    results: [],
    ...proposed,
    calls: [...proposed.calls],
    createdAt: ctx.now(),
    decidedAt: null,
  };
  await insertProposal(ctx.models, made);
  return viewProposal(made);
}

async function findOwn(ctx: OperationContext, person: Person, id: string): Promise<Proposal> {
  const found = await findProposal(ctx.models, person, id);
  if (!found) throw new ProductError("not_found", `Proposal "${id}" was not found.`);
  return found;
}

/** Approves or rejects an open proposal. Only the first of two simultaneous decisions succeeds; the second throws `conflict`. */
export async function decide(
  ctx: OperationContext,
  person: Person,
  id: string,
  status: "running" | "rejected",
): Promise<Proposal> {
  const found = await findOwn(ctx, person, id);
  if (found.status === "open" && status === "running" && ctx.now().getTime() - found.createdAt.getTime() > OPEN_MS)
    throw new ProductError("conflict", "The proposal is more than a day old: ask the coach again.");
  if (!(await decideProposal(ctx.models, person, { id, status, at: ctx.now() })))
    throw new ProductError(
      "conflict",
      `The proposal was already decided: it is ${(await findOwn(ctx, person, id)).status}.`,
    );
  const calls = found.calls.map(({ tool }) => tool);
  if (status === "running") await recordAudit(ctx, person, "proposal.approve", id, { calls });
  return findOwn(ctx, person, id);
}

/** Stores the results of the calls made so far. Without `status` the proposal stays running. */
export async function noteResults(
  ctx: OperationContext,
  person: Person,
  id: string,
  { results, status }: { results: readonly ProposalResult[]; status?: "done" | "failed" },
): Promise<ProposalView> {
  await keepResults(ctx.models, person, { id, results: [...results], status });
  return viewProposal(await findOwn(ctx, person, id));
}
