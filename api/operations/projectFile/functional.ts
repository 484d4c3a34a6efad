// Features and step definitions in the project file: one file each, written only if the version that was read is still current.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { readLibrary } from "../../../domain/functional/match/library.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { quoted } from "../../../domain/nearest.ts";
import type { FileFeature, FileStep, Item } from "../../../domain/projectFile/types.ts";
import { featureTexts, findFeature, listStepDefs, stepDefOf } from "../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../models/features/schema.ts";
import type { StepDefRecord } from "../../../models/stepDefs/schema.ts";
import { checkStepDef } from "../functional/checkStepDef.ts";
import { checkFeature } from "../functional/featureText.ts";
import { changeFeature, createFeature, deleteFeature } from "../functional/saveFeature.ts";
import { createStepDef, deleteStepDef, requireNoUsers, updateStepDef } from "../functional/stepDefs.ts";
import { usageIn } from "../functional/stepUsage.ts";
import { type Present, type Section, type Use, viewsOf } from "./section.ts";

const featureItem = ({ id, group = [], gherkin }: FileFeature): Item => ({
  name: id,
  view: { id, ...(group.length > 0 && { group }), gherkin },
});

/** Returns the version to change: a step definition of the same file may have updated the feature's status, and nothing else. */
async function placeNow(
  { ctx, project }: Use,
  { featureId, group, gherkin, version }: Pick<FeatureRecord, "featureId" | "group" | "gherkin" | "version">,
) {
  const now = await findFeature(ctx.models, { projectId: project._id, featureId });
  const isSame = now !== null && now.gherkin === gherkin && isDeepStrictEqual(now.group, group);
  return { project, featureId, version: isSame ? now.version : version };
}

export const featureSection: Section = {
  kind: "feature",
  async present(use) {
    const stored = await featureTexts(use.ctx.models, use.project._id);
    return stored.map(({ featureId, group, gherkin, version }): Present => {
      const place = () => placeNow(use, { featureId, group, gherkin, version });
      return {
        ...featureItem({ id: featureId, group, gherkin }),
        async change(target) {
          const { group: wanted = [], gherkin: text } = target as FileFeature;
          const what = "applied from a file";
          await changeFeature(use.ctx, use.caller, { ...(await place()), what }, () => ({
            gherkin: text,
            group: wanted,
          }));
        },
        async remove() {
          await deleteFeature(use.ctx, use.caller, await place());
        },
      };
    });
  },
  wanted: ({ features }) => features?.map(featureItem) ?? null,
  async create(use, target) {
    const { id, group, gherkin } = target as FileFeature;
    await createFeature(use.ctx, use.caller, { project: use.project, featureId: id, group, gherkin });
  },
  async check(_use, { target, present }, outcome) {
    const { gherkin } = target as FileFeature;
    const before = present?.view.gherkin as string | undefined;
    if (gherkin === before) return [];
    const library = readLibrary(defsOf(viewsOf(outcome.all, "step")));
    checkFeature({ gherkin, before, known: await outcome.secrets(), library });
    return [];
  },
  checkRemoval(_use, name, { end }) {
    const events = [...viewsOf(end, "trackingEvent")].filter(([, { frtLinks }]) =>
      ((frtLinks ?? []) as { featureId: string }[]).some(({ featureId }) => featureId === name),
    );
    if (events.length === 0) return [];
    const ids = quoted(events.slice(0, MAX_NAMED).map(([id]) => id));
    const message = `The feature "${name}" cannot be deleted while events of the tracking plan are linked to it: ${ids}.`;
    return [{ path: "", message }];
  },
};

const MAX_NAMED = 5;

/** Returns the project's definitions and the built-in ones. */
const defsOf = (steps: ReadonlyMap<string, Item["view"]>): StepDef[] => [
  ...BUILTIN_STEP_DEFS,
  ...[...steps.values()].map((view) => ({ v: 1, ...STEP_DEFAULTS, ...view }) as unknown as StepDef),
];

const STEP_DEFAULTS = { params: [], tags: [], description: "", examples: [], status: "ready" } as const;

/** Omits fields that have their default. */
function stepItem({ id, pattern, params, tags, description, examples, status, actions }: FileStep): Item {
  return {
    name: id,
    view: {
      id,
      pattern,
      ...(params?.length && { params }),
      ...(tags?.length && { tags }),
      ...(description && { description }),
      ...(examples?.length && { examples }),
      ...(status !== undefined && status !== STEP_DEFAULTS.status && { status }),
      actions,
    },
  };
}

export const stepSection: Section = {
  kind: "step",
  async present(use) {
    const stored = await listStepDefs(use.ctx.models, use.project._id);
    return stored.map((one) => presentStep(use, one));
  },
  wanted: ({ steps }) => steps?.map(stepItem) ?? null,
  async create({ ctx, caller, project }, target) {
    await createStepDef(ctx, caller, { project, written: target as FileStep });
  },
  async check(_use, { target, present }, outcome) {
    const defs = defsOf(viewsOf(outcome.all, "step"));
    const before = present && defsOf(new Map([[present.name, present.view]])).at(-1);
    checkStepDef({ written: target as FileStep, defs, known: await outcome.secrets(), before });
    return [];
  },
  async checkRemoval(_use, name, { all, end }) {
    const def = defsOf(viewsOf(all, "step")).find(({ id }) => id === name);
    const sentences = [...viewsOf(end, "feature")].map(([featureId, { gherkin }]) => ({
      featureId,
      name: featureId,
      sentences: sentencesOf(String(gherkin)),
    }));
    const others = defsOf(viewsOf(end, "step"));
    if (def) requireNoUsers(name, await usageIn(sentences, name, [...others, { ...def, status: "ready" }]));
    return [];
  },
};

function sentencesOf(gherkin: string): string[] {
  try {
    return compileFeature(gherkin).scenarios.flatMap(({ steps }) => steps.map(({ text }) => text));
  } catch (error) {
    // An invalid feature text is reported by its own check.
    if (error instanceof ProductError) return [];
    throw error;
  }
}

function presentStep({ ctx, caller, project }: Use, stored: StepDefRecord): Present {
  const place = { project, id: stored.id, version: stored.version };
  return {
    ...stepItem(stepDefOf(stored)),
    async change(target) {
      const { id: _id, ...fields } = target as FileStep;
      await updateStepDef(ctx, caller, { ...place, change: { ...STEP_DEFAULTS, ...fields } as Partial<StepDef> });
    },
    async remove() {
      await deleteStepDef(ctx, caller, place);
    },
  };
}
