// Takes back the decision about a proposal. Applied: what it changed is again as it was before it, if nobody has changed it since.
// Refused: it waits for a decision again.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../../domain/errors.ts";
import { type HealPatch, replaceSentence } from "../../../../domain/functional/heal/patch.ts";
import { findFeature, findStepDef, removeStepDef, replaceStepDef } from "../../../../models/features/queries.ts";
import { reopenHealProposal, undoHealProposal } from "../../../../models/healProposals/queries.ts";
import { outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { describeCaller, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { projectStepDefs } from "../library.ts";
import { changeFeature } from "../saveFeature.ts";
import { stepUsage } from "../stepUsage.ts";
import { relink, requireProposal } from "./decideHeal.ts";

type OfKind<K extends HealPatch["kind"]> = Extract<HealPatch, { kind: K }>;

/**
 * Applying raised the version of a definition or a feature by one; undoing writes only onto that version. Throws not_found, and
 * conflict where the proposal is not decided or what it changed has changed since: nothing is written then.
 */
export async function undoHeal(
  ctx: OperationContext,
  caller: Caller,
  { project, healId }: { project: Project; healId: string },
): Promise<void> {
  requireRight(caller, "mcpWrite");
  const proposal = await requireProposal(ctx, project, healId);
  const { patch } = outcomeOf(proposal);
  if (proposal.status === "refused" && (await reopenHealProposal(ctx.models, healId))) {
    await recordAudit(ctx, caller, "heal.undo", project._id, { heal: healId });
    return;
  }
  if (proposal.status !== "applied" || patch === null)
    throw new ProductError(
      "conflict",
      `The proposal ${healId} is neither applied nor rejected, so nothing can be undone.`,
      {
        status: proposal.status,
      },
    );
  const version =
    patch.kind === "locators"
      ? await locatorsBack(ctx, caller, project, patch)
      : await sentenceBack(ctx, caller, project, patch);
  await undoHealProposal(ctx.models, healId, {
    decidedAt: ctx.now(),
    decidedBy: describeCaller(caller),
    reason: null,
  });
  await recordAudit(ctx, caller, "heal.undo", project._id, {
    heal: healId,
    kind: patch.kind,
    version,
    subject: patch.kind === "locators" ? patch.stepDefId : patch.featureId,
  });
}

async function locatorsBack(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  { stepDefId, version, action: at, before, after }: OfKind<"locators">,
): Promise<number> {
  const stored = await findStepDef(ctx.models, project._id, stepDefId);
  const action = stored?.actions[at];
  if (!stored || !action?.target) throw changedSince(`The step definition "${stepDefId}"`);
  const { locators } = action.target;
  // An earlier call wrote it and could not say so.
  if (stored.version === version + 2 && isDeepStrictEqual(locators, before)) return stored.version;
  if (stored.version !== version + 1 || !isDeepStrictEqual(locators, after))
    throw changedSince(`The step definition "${stepDefId}"`);
  const actions = stored.actions.with(at, { ...action, target: { ...action.target, locators: before } });
  const next = { ...stored, actions, version: version + 2, updatedAt: ctx.now(), updatedBy: describeCaller(caller) };
  if (!(await replaceStepDef(ctx.models, next))) throw changedSince(`The step definition "${stepDefId}"`);
  return next.version;
}

async function sentenceBack(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patch: OfKind<"sentence" | "definition">,
): Promise<number> {
  const { featureId, version, line, before, after } = patch;
  const feature = await findFeature(ctx.models, { projectId: project._id, featureId });
  if (!feature) throw changedSince(`The feature "${featureId}"`);
  const done = replaceSentence(feature.gherkin, { line, before, after: before }) !== null;
  if (feature.version === version + 2 && done) return feature.version;
  const gherkin = replaceSentence(feature.gherkin, { line, before: after, after: before });
  if (feature.version !== version + 1 || gherkin === null) throw changedSince(`The feature "${featureId}"`);
  const place = { project, featureId, version: version + 1, what: "heal undone" };
  const draft = feature.status === "draft";
  const saved = await changeFeature(ctx, caller, place, () => ({ gherkin, draft }));
  await relink(ctx, project._id, { featureId, before: after, after: before });
  if (patch.kind === "definition") await dropDefinition(ctx, project, patch.def.id);
  return saved.feature.version;
}

/** The definition that applying made stays where somebody has changed it or uses it by now. */
async function dropDefinition(ctx: OperationContext, project: Project, id: string): Promise<void> {
  const stored = await findStepDef(ctx.models, project._id, id);
  if (stored?.version !== 1) return;
  const users = await stepUsage(ctx, project._id, id, await projectStepDefs(ctx, project._id));
  if (users.features.length + users.stepDefs.length === 0) await removeStepDef(ctx.models, stored);
}

const changedSince = (what: string): ProductError =>
  new ProductError(
    "conflict",
    `${what} was changed or deleted after the proposal was applied. Nothing is undone: change it by hand.`,
    { reason: "version_conflict" },
  );
