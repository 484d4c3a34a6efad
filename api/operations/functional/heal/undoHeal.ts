// Undoes the decision about a proposal. If it was applied, what it changed is restored, provided nobody has changed it since. If it was
// refused, it waits for a decision again.
import { ProductError } from "../../../../domain/errors.ts";
import { patchesOf } from "../../../../domain/functional/heal/outcome.ts";
import { reopenHealProposal, undoHealProposal } from "../../../../models/healProposals/queries.ts";
import { outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { describeCaller, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { auditOf, requireProposal } from "./decideHeal.ts";
import { takeBackPatches } from "./writePatches.ts";

/**
 * Applying a proposal raised the version of a definition or a feature by one; undoing only writes if that version is still current. Throws
 * `not_found`, and `conflict` if the proposal is not decided or what it changed has changed since; nothing is written then.
 */
export async function undoHeal(
  ctx: OperationContext,
  caller: Caller,
  { project, healId }: { project: Project; healId: string },
): Promise<void> {
  requireRight(caller, "mcpWrite");
  const proposal = await requireProposal(ctx, project, healId);
  const patches = patchesOf(outcomeOf(proposal));
  const [first] = patches;
  if (proposal.status === "refused" && (await reopenHealProposal(ctx.models, healId))) {
    await recordAudit(ctx, caller, "heal.undo", project._id, { heal: healId });
    return;
  }
  if (proposal.status !== "applied" || first === undefined)
    throw new ProductError(
      "conflict",
      `The proposal ${healId} is neither applied nor rejected, so nothing can be undone.`,
      {
        status: proposal.status,
      },
    );
  const version = await takeBackPatches(ctx, caller, project, patches);
  await undoHealProposal(ctx.models, healId, {
    decidedAt: ctx.now(),
    decidedBy: describeCaller(caller),
    reason: null,
  });
  await recordAudit(ctx, caller, "heal.undo", project._id, auditOf(healId, first, version));
}
