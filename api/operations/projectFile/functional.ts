// Features and step definitions of the file: a file each, written under the version that was read.
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import type { FileFeature, FileStep, Item } from "../../../domain/projectFile/types.ts";
import { featureTexts, listStepDefs, stepDefOf } from "../../../models/features/queries.ts";
import type { StepDefRecord } from "../../../models/stepDefs/schema.ts";
import { changeFeature, createFeature, deleteFeature } from "../functional/saveFeature.ts";
import { createStepDef, deleteStepDef, updateStepDef } from "../functional/stepDefs.ts";
import type { Present, Section, Use } from "./section.ts";

const featureItem = ({ id, group = [], gherkin }: FileFeature): Item => ({
  name: id,
  view: { id, ...(group.length > 0 && { group }), gherkin },
});

export const featureSection: Section = {
  kind: "feature",
  async present(use) {
    const stored = await featureTexts(use.ctx.models, use.project._id);
    return stored.map(({ featureId, group, gherkin, version }): Present => {
      const place = { project: use.project, featureId, version };
      return {
        ...featureItem({ id: featureId, group, gherkin }),
        async change(target) {
          const { group: wanted = [], gherkin: text } = target as FileFeature;
          const what = "applied from a file";
          await changeFeature(use.ctx, use.caller, { ...place, what }, () => ({ gherkin: text, group: wanted }));
        },
        async remove() {
          await deleteFeature(use.ctx, use.caller, place);
        },
      };
    });
  },
  wanted: ({ features }) => features?.map(featureItem) ?? null,
  async create(use, target) {
    const { id, group, gherkin } = target as FileFeature;
    await createFeature(use.ctx, use.caller, { project: use.project, featureId: id, group, gherkin });
  },
};

const STEP_DEFAULTS = { params: [], tags: [], description: "", examples: [], status: "ready" } as const;

/** Without what a definition has anyway. */
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
};

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
