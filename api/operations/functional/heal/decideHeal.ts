// Proposals to heal steps are applied and refused. What is applied becomes a new version of what it changes, made only from the
// version that the proposal was made from.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../../domain/errors.ts";
import type { HealStatus } from "../../../../domain/functional/heal/outcome.ts";
import {
  applyPatch,
  defWithLocators,
  type HealPatch,
  replaceSentence,
  type SentenceChange,
} from "../../../../domain/functional/heal/patch.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import { hintOf } from "../../../../domain/nearest.ts";
import {
  findFeature,
  findStepDef,
  functionalId,
  insertStepDef,
  removeStepDef,
  replaceStepDef,
  stepDefOf,
} from "../../../../models/features/queries.ts";
import {
  claimHealProposal,
  decideHealProposal,
  findHealProposal,
  type HealDecision,
  listHealProposals,
} from "../../../../models/healProposals/queries.ts";
import { type HealProposal, outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { StepDefRecord } from "../../../../models/stepDefs/schema.ts";
import { eventLinks } from "../../../../models/trackingPlans/rows.ts";
import { describeCaller, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { changeRow } from "../../tracking/rows.ts";
import { projectStepDefs } from "../library.ts";
import { changeFeature } from "../saveFeature.ts";
import { type HealView, usersOfPatch, viewOfProposal } from "./healView.ts";

/** Proposals whose ids are offered when one was mistyped. */
const RECENT = 50;

export type AppliedHeal = {
  heal: HealView;
  /** `unchanged`: what it changes was as it says already. */
  change: "updated" | "unchanged";
  /** Of the definition or the feature that was changed. */
  version: number;
  /** Events of the tracking plan whose links follow the sentence. */
  relinked: string[];
};

/** Approving applies the proposal; refusing keeps it, with the reason. Throws as applyHeal. */
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
 * Throws not_found with the nearest ids, and conflict where the proposal is decided, or what it would change has changed since: the
 * proposal is outdated then, and nothing is written.
 */
export async function applyHeal(
  ctx: OperationContext,
  caller: Caller,
  { project, healId }: { project: Project; healId: string },
): Promise<AppliedHeal> {
  requireRight(caller, "mcpWrite");
  const proposal = await requireOpen(ctx, project, healId);
  const { patch } = outcomeOf(proposal);
  if (patch === null) throw new ProductError("conflict", `The proposal ${healId} has no patch.`);
  if (!(await claimHealProposal(ctx.models, healId, ctx.now()))) await requireOpen(ctx, project, healId);
  const users = await usersOfPatch(ctx, project._id, patch);
  const write = patch.kind === "locators" ? writeLocators : writeSentence;
  const written = await write(ctx, caller, project, patch as never);
  const at = ctx.now();
  const by = { decidedAt: at, decidedBy: describeCaller(caller) };
  if ("outdated" in written) {
    const outdated = { ...by, status: "outdated", reason: written.outdated } as const;
    await decideHealProposal(ctx.models, healId, outdated, { claimed: true, at });
    throw new ProductError(
      "conflict",
      `${written.outdated} Nothing was changed, and the proposal is outdated. Run the feature again, and heal what fails then.`,
      { reason: "version_conflict" },
    );
  }
  const decided = await decideHealProposal(
    ctx.models,
    healId,
    { ...by, status: "applied", reason: null },
    { claimed: true, at },
  );
  // Somebody else wrote the same, and has said so.
  if (written.change === "unchanged" && !decided) await requireOpen(ctx, project, healId);
  const relinked = patch.kind === "locators" ? [] : await relink(ctx, project._id, patch);
  await recordAudit(ctx, caller, "heal.apply", project._id, {
    heal: healId,
    kind: patch.kind,
    version: written.version,
    subject: patch.kind === "locators" ? patch.stepDefId : patch.featureId,
  });
  const now = await requireProposal(ctx, project, healId);
  return { heal: viewOfProposal(ctx, now, users), ...written, relinked };
}

/** Throws not_found with the nearest ids. */
export async function requireProposal(ctx: OperationContext, project: Project, healId: string): Promise<HealProposal> {
  const found = await findHealProposal(ctx.models, project._id, healId);
  if (found) return found;
  const recent = await listHealProposals(ctx.models, project._id, { limit: RECENT });
  const ids = recent.map(({ _id }) => _id);
  const none = "frt_heal_step_def makes one of a failed run.";
  throw new ProductError("not_found", `There is no proposal "${healId.slice(0, 100)}".${hintOf(healId, ids, none)}`);
}

const DECIDED: Record<Exclude<HealStatus, "proposed">, string> = {
  applied: "was applied already",
  refused: "was refused",
  outdated: "is outdated",
  undone: "was applied and undone",
};

/** Throws conflict unless the proposal is open. */
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

type Written = Pick<AppliedHeal, "change" | "version"> | { outdated: string };
type OfKind<K extends HealPatch["kind"]> = Extract<HealPatch, { kind: K }>;

async function writeLocators(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patch: OfKind<"locators">,
): Promise<Written> {
  const { stepDefId, version, action } = patch;
  for (let n = 0; n < 2; n += 1) {
    const stored = await findStepDef(ctx.models, project._id, stepDefId);
    if (!stored) return { outdated: `The step definition "${stepDefId}" was deleted since.` };
    const done = isDeepStrictEqual(stored.actions[action]?.target?.locators, patch.after);
    if (done && stored.version === version + 1) return { change: "unchanged", version: stored.version };
    if (stored.version !== version)
      return {
        outdated: `The step definition "${stepDefId}" is at version ${stored.version}, and the proposal was made from version ${version}.`,
      };
    const def = defWithLocators(stepDefOf(stored), patch);
    if (typeof def === "string") return { outdated: def };
    const next: StepDefRecord = {
      ...stored,
      ...def,
      version: version + 1,
      updatedAt: ctx.now(),
      updatedBy: describeCaller(caller),
    };
    if (await replaceStepDef(ctx.models, next)) return { change: "updated", version: next.version };
  }
  return { outdated: `The step definition "${stepDefId}" is being changed by others.` };
}

async function writeSentence(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patch: OfKind<"sentence" | "definition">,
): Promise<Written> {
  const { featureId, version } = patch;
  const feature = await findFeature(ctx.models, { projectId: project._id, featureId });
  if (!feature) return { outdated: `The feature "${featureId}" was deleted since.` };
  if (feature.version !== version) {
    const done = replaceSentence(feature.gherkin, { ...patch, before: patch.after, after: patch.after }) !== null;
    if (done && feature.version === version + 1) return { change: "unchanged", version: feature.version };
    return {
      outdated: `The feature "${featureId}" is at version ${feature.version}, and the proposal was made from version ${version}.`,
    };
  }
  const defs = (await projectStepDefs(ctx, project._id)).filter(({ status }) => status === "ready");
  const patched = applyPatch({ text: feature.gherkin, defs }, patch);
  if (typeof patched === "string") return { outdated: patched };
  const made = patch.kind === "definition" ? await makeDef(ctx, caller, project, patch.def) : null;
  try {
    const place = { project, featureId, version, what: "healed" };
    const saved = await changeFeature(ctx, caller, place, (before) => ({
      gherkin: patched.text,
      draft: before.status === "draft",
    }));
    return { change: saved.change === "unchanged" ? "unchanged" : "updated", version: saved.feature.version };
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== "conflict") throw error;
    const now = await findFeature(ctx.models, { projectId: project._id, featureId });
    // Another call that applies the same proposal needs the definition.
    if (now && replaceSentence(now.gherkin, { ...patch, before: patch.after, after: patch.after }) !== null)
      return { change: "unchanged", version: now.version };
    if (made) await removeStepDef(ctx.models, made);
    return { outdated: `The feature "${featureId}" was changed since.` };
  }
}

/** The definition that the project gets; null: it is there already. */
async function makeDef(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  def: StepDef,
): Promise<StepDefRecord | null> {
  const now = ctx.now();
  const stored: StepDefRecord = {
    ...def,
    _id: functionalId(project._id, def.id),
    projectId: project._id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    updatedBy: describeCaller(caller),
  };
  return (await insertStepDef(ctx.models, stored)) ? stored : null;
}

/** Links of the tracking plan name steps by their sentences. Answers the ids of the events that follow. */
export async function relink(
  ctx: OperationContext,
  projectId: string,
  patch: Pick<SentenceChange, "featureId" | "before" | "after">,
): Promise<string[]> {
  const linked = await eventLinks(ctx.models, projectId);
  const isMeant = (one: { featureId: string; stepText: string }) =>
    one.featureId === patch.featureId && one.stepText.trim() === patch.before;
  const ids = linked.filter(({ frtLinks }) => frtLinks.some(isMeant)).map(({ id }) => id);
  for (const id of ids)
    await changeRow(ctx, "event", projectId, id, (event) => {
      if (!event) throw new ProductError("conflict", `The event "${id}" was deleted.`);
      return {
        ...event,
        frtLinks: event.frtLinks.map((one) => (isMeant(one) ? { ...one, stepText: patch.after } : one)),
      };
    });
  return ids;
}
