// Writes the changes of heal proposals as one new version of each definition and feature. They are only written if the version that the
// proposal was made from is current, and only undone if the new version is.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../../domain/errors.ts";
import {
  applyPatches,
  defWithLocators,
  type HealedThing,
  type HealPatch,
  healedThings,
  type OfKind,
  replaceSentence,
  type SentenceChange,
} from "../../../../domain/functional/heal/patch.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import {
  findFeature,
  findStepDef,
  insertStepDef,
  removeStepDef,
  replaceStepDef,
  stepDefOf,
} from "../../../../models/features/queries.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { StepDefRecord } from "../../../../models/stepDefs/schema.ts";
import { eventLinks } from "../../../../models/trackingPlans/rows.ts";
import { describeCaller } from "../../../lib/access.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { versionConflict } from "../../../lib/versionConflict.ts";
import { changeRow } from "../../tracking/rows.ts";
import { projectStepDefs } from "../library.ts";
import { changeFeature } from "../saveFeature.ts";
import { newStepDef } from "../stepDefs.ts";
import { stepUsage } from "../stepUsage.ts";

type Locators = OfKind<"locators">[];
type Sentences = OfKind<"sentence" | "definition">[];
type Written = { change: "updated" | "unchanged"; version: number } | { outdated: string };

/** Writes all patches or none: if one is outdated, those already written are undone. `version`: version of the first item. */
export async function writePatches(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: readonly HealPatch[],
): Promise<Written> {
  const written: { thing: HealedThing; change: "updated" | "unchanged"; version: number }[] = [];
  for (const thing of healedThings(patches)) {
    const one =
      thing.what === "def"
        ? await writeLocators(ctx, caller, project, thing.patches)
        : await writeSentences(ctx, caller, project, thing.patches);
    if ("outdated" in one) {
      const own = written
        .filter(({ change }) => change === "updated")
        .flatMap(({ thing }): HealPatch[] => thing.patches);
      await takeBackPatches(ctx, caller, project, own);
      return one;
    }
    written.push({ thing, ...one });
  }
  const [first] = written;
  const change = written.some((one) => one.change === "updated") ? "updated" : "unchanged";
  return { change, version: first?.version ?? 0 };
}

/**
 * Restores what was there before and returns the version of the first item. Throws `conflict`, with nothing written, if something has
 * changed since.
 */
export async function takeBackPatches(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: readonly HealPatch[],
): Promise<number> {
  const ways: (() => Promise<number>)[] = [];
  for (const thing of healedThings(patches))
    ways.push(
      thing.what === "def"
        ? await locatorsBack(ctx, caller, project, thing.patches)
        : await sentencesBack(ctx, caller, project, thing.patches),
    );
  const versions: number[] = [];
  for (const write of ways.reverse()) versions.unshift(await write());
  return versions[0] ?? 0;
}

async function writeLocators(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: Locators,
): Promise<Written> {
  const [{ stepDefId, version }] = patches as [Locators[number]];
  for (let n = 0; n < 2; n += 1) {
    const stored = await findStepDef(ctx.models, project._id, stepDefId);
    if (!stored) return { outdated: `The step definition "${stepDefId}" was deleted since.` };
    const done = patches.every(({ action, after }) =>
      isDeepStrictEqual(stored.actions[action]?.target?.locators, after),
    );
    if (done && stored.version === version + 1) return { change: "unchanged", version: stored.version };
    if (stored.version !== version)
      return {
        outdated: `The step definition "${stepDefId}" is at version ${stored.version}, and the proposal was made from version ${version}.`,
      };
    let def = stepDefOf(stored);
    for (const patch of patches) {
      const next = defWithLocators(def, patch);
      if (typeof next === "string") return { outdated: next };
      def = next;
    }
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

const isWritten = (gherkin: string, patches: Sentences): boolean =>
  patches.every(({ line, after }) => replaceSentence(gherkin, { line, before: after, after }) !== null);

async function writeSentences(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: Sentences,
): Promise<Written> {
  const [{ featureId, version }] = patches as [Sentences[number]];
  const feature = await findFeature(ctx.models, { projectId: project._id, featureId });
  if (!feature) return { outdated: `The feature "${featureId}" was deleted since.` };
  if (feature.version !== version) {
    if (isWritten(feature.gherkin, patches) && feature.version === version + 1)
      return { change: "unchanged", version: feature.version };
    return {
      outdated: `The feature "${featureId}" is at version ${feature.version}, and the proposal was made from version ${version}.`,
    };
  }
  const defs = (await projectStepDefs(ctx, project._id)).filter(({ status }) => status === "ready");
  const patched = applyPatches({ text: feature.gherkin, defs }, patches);
  if (typeof patched === "string") return { outdated: patched };
  const made: StepDefRecord[] = [];
  for (const patch of patches) {
    const def = patch.kind === "definition" ? await makeDef(ctx, caller, project, patch.def) : null;
    if (def) made.push(def);
  }
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
    // The definitions are kept, because another call that applied the same proposal needs them.
    if (now && isWritten(now.gherkin, patches)) return { change: "unchanged", version: now.version };
    for (const def of made) await removeStepDef(ctx.models, def);
    return { outdated: `The feature "${featureId}" was changed since.` };
  }
}

/** Adds the definition to the project and returns it; returns null if it already exists. */
async function makeDef(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  def: StepDef,
): Promise<StepDefRecord | null> {
  const stored = newStepDef(ctx, caller, project, def);
  return (await insertStepDef(ctx.models, stored)) ? stored : null;
}

/** Updates tracking plan links, which name steps by their sentences. Returns the ids of the events updated. */
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

async function locatorsBack(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: Locators,
): Promise<() => Promise<number>> {
  const [{ stepDefId, version }] = patches as [Locators[number]];
  const stored = await findStepDef(ctx.models, project._id, stepDefId);
  const has = (which: "before" | "after") =>
    patches.every((patch) => isDeepStrictEqual(stored?.actions[patch.action]?.target?.locators, patch[which]));
  if (!stored) throw changedSince(`The step definition "${stepDefId}"`);
  // An earlier call already wrote this but was interrupted before it could report it.
  if (stored.version === version + 2 && has("before")) return async () => stored.version;
  if (stored.version !== version + 1 || !has("after")) throw changedSince(`The step definition "${stepDefId}"`);
  const actions = stored.actions.map((action, at) => {
    const patch = patches.find((one) => one.action === at);
    return patch && action.target ? { ...action, target: { ...action.target, locators: patch.before } } : action;
  });
  const next = { ...stored, actions, version: version + 2, updatedAt: ctx.now(), updatedBy: describeCaller(caller) };
  return async () => {
    if (!(await replaceStepDef(ctx.models, next))) throw changedSince(`The step definition "${stepDefId}"`);
    return next.version;
  };
}

async function sentencesBack(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  patches: Sentences,
): Promise<() => Promise<number>> {
  const [{ featureId, version }] = patches as [Sentences[number]];
  const feature = await findFeature(ctx.models, { projectId: project._id, featureId });
  if (!feature) throw changedSince(`The feature "${featureId}"`);
  const back = patches.map((patch) => ({ ...patch, before: patch.after, after: patch.before }));
  if (feature.version === version + 2 && isWritten(feature.gherkin, back)) return async () => feature.version;
  const gherkin = back.reduce<string | null>((text, one) => text && replaceSentence(text, one), feature.gherkin);
  if (feature.version !== version + 1 || gherkin === null) throw changedSince(`The feature "${featureId}"`);
  return async () => {
    const place = { project, featureId, version: version + 1, what: "heal undone" };
    const draft = feature.status === "draft";
    const saved = await changeFeature(ctx, caller, place, () => ({ gherkin, draft }));
    for (const one of back) {
      await relink(ctx, project._id, one);
      if (one.kind === "definition") await dropDefinition(ctx, project, one.def.id);
    }
    return saved.feature.version;
  };
}

/** Removes the definition that applying the proposal created, unless somebody has changed it or uses it since. */
async function dropDefinition(ctx: OperationContext, project: Project, id: string): Promise<void> {
  const stored = await findStepDef(ctx.models, project._id, id);
  if (stored?.version !== 1) return;
  const users = await stepUsage(ctx, project._id, id, await projectStepDefs(ctx, project._id));
  if (users.features.length + users.stepDefs.length === 0) await removeStepDef(ctx.models, stored);
}

const changedSince = (what: string): ProductError =>
  versionConflict(
    `${what} was changed or deleted after the proposal was applied. Nothing is undone: change it by hand.`,
  );
