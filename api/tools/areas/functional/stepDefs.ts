// Lists, reads, creates, changes and deletes step definitions.

import { number, object, string } from "yup";
import { STEP_DEF_STATUSES, type StepDef } from "../../../../domain/functional/stepDef.ts";
import { STEP_DEF_FIELDS } from "../../../../domain/functional/stepDefShape.ts";
import { given } from "../../../../domain/given.ts";
import { requireRight } from "../../../lib/access.ts";
import { pageOf } from "../../../lib/paging.ts";
import { choice, flag, text } from "../../../lib/validate.ts";
import type { WrittenStepDef } from "../../../operations/functional/checkStepDef.ts";
import { projectStepDefs } from "../../../operations/functional/library.ts";
import {
  createStepDef,
  deleteStepDef,
  requireStepDef,
  type SavedStepDef,
  updateStepDef,
} from "../../../operations/functional/stepDefs.ts";
import { changeData, listData, rowsData } from "../../answers.ts";
import { described, pagingArgs, projectArg } from "../../args.ts";
import { next, type Place } from "../../next.ts";
import { oneLine, plural } from "../../sentences.ts";
import { defineTool } from "../../tool.ts";
import { stepDefData, stepDefIdArg, stepDefView, versionArg } from "./shapes.ts";

export const listStepDefsTool = defineTool({
  name: "frt_list_step_defs",
  title: "List step definitions",
  description:
    "Step definitions by their ids: the library that is built in, and the project's own. frt_search_step_library finds some by words; frt_get_step_def shows what one does.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: {
    project: projectArg(),
    own: described(flag(), "Only those of the project"),
    tag: described(text(60), "Of the library: its area, such as forms"),
    ...pagingArgs,
  },
  data: object({
    count: number().required(),
    stepDefs: listData(stepDefData.required()),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run(use, { own, tag, limit, cursor }) {
    requireRight(use.caller, "mcpRead");
    const all = (await projectStepDefs(use.ctx, use.project._id)).filter(
      (def) => (!own || !def.id.startsWith("builtin.")) && (tag === undefined || def.tags.includes(tag)),
    );
    const { entries, nextCursor } = pageOf(all, { limit, cursor });
    const [first] = entries;
    return {
      summary: `${plural(all.length, "step definition")}.`,
      data: { count: all.length, stepDefs: entries.map((def) => stepDefView(def)), nextCursor },
      nextActions: first ? [next(use, "What one does", "frt_get_step_def", { stepDefId: first.id })] : [],
    };
  },
});

export const getStepDef = defineTool({
  name: "frt_get_step_def",
  title: "Step definition",
  description:
    "A step definition with its actions and version (null when it is built in). Call it before frt_update_step_def; frt_get_step_usage shows who uses it.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), stepDefId: stepDefIdArg() },
  data: object({ stepDef: stepDefData.required(), version: number().nullable().defined() }),
  example: { stepDefId: "builtin.click-button" },
  async run(use, { stepDefId }) {
    const { def, version } = await requireStepDef(use.ctx, use.caller, { project: use.project, id: stepDefId });
    return {
      summary: oneLine(`${def.pattern}: ${plural(def.actions.length, "action")}.`),
      data: { stepDef: stepDefView(def, true), version },
      nextActions: [next(use, "Who uses it", "frt_get_step_usage", { stepDefId })],
    };
  },
});

export const getStepUsage = defineTool({
  name: "frt_get_step_usage",
  title: "Users of a step definition",
  description:
    "Features and other step definitions that use one. Call it before you change or delete a definition; then frt_update_step_def or frt_delete_step_def.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), stepDefId: stepDefIdArg() },
  data: object({
    stepDefId: string().required(),
    features: rowsData({
      featureId: string().required(),
      name: string().required(),
      sentences: listData(string().required()),
    }),
    stepDefs: listData(string().required()),
  }),
  example: { stepDefId: "builtin.click-button" },
  async run(use, { stepDefId }) {
    const { usage } = await requireStepDef(use.ctx, use.caller, { project: use.project, id: stepDefId });
    return {
      summary: `${plural(usage.features.length, "feature")} and ${plural(usage.stepDefs.length, "step definition")} use it.`,
      data: { stepDefId, ...usage },
      nextActions: usage.features
        .slice(0, 1)
        .map(({ featureId }) => next(use, "Read a feature that uses it", "frt_get_feature", { featureId })),
    };
  },
});

const savedStepDefData = () =>
  object({ stepDef: stepDefData.required(), version: number().required(), change: changeData() });

const { id, pattern, params, tags, description, examples, actions } = STEP_DEF_FIELDS;
const status = choice(STEP_DEF_STATUSES);
const fields = {
  params: described(params, "Of the pattern in its order, then at most one table or docString"),
  tags,
  description,
  examples: described(examples, "Sentences that fit the pattern"),
  status,
};
const patternArg = described(pattern, "Cucumber expression: I pay with {string}");
const actionsArg = described(actions, "What the step does, as data: op, target, value, …");

function answer(place: Place, { def, version, change }: SavedStepDef) {
  return {
    summary: oneLine(
      `The step definition ${def.id} ${change === "unchanged" ? "is unchanged" : `was ${change}`} (version ${version}).`,
    ),
    data: { stepDef: stepDefView(def, true), version, change },
    nextActions: [next(place, "Who uses it", "frt_get_step_usage", { stepDefId: def.id })],
  };
}

export const createStepDefTool = defineTool({
  name: "frt_create_step_def",
  title: "Create a step definition",
  description:
    "Creates a step definition of the project: a pattern and its actions, as data and never as code. Call frt_search_step_library first; most features need no new one.",
  area: "functional",
  profile: "full",
  mutating: true,
  args: {
    project: projectArg(),
    id,
    pattern: patternArg,
    actions: actionsArg.required(({ path }: { path: string }) => `${path} is required`),
    ...fields,
  },
  data: savedStepDefData(),
  example: {
    id: "open-basket",
    pattern: "I open my basket",
    examples: ["I open my basket"],
    actions: [{ op: "click", target: { locators: [{ by: "role", value: "link", name: "Basket" }] } }],
  },
  async run(use, args) {
    const written = given({
      id: args.id,
      pattern: args.pattern,
      actions: args.actions,
      ...picked(args),
    }) as WrittenStepDef;
    return answer(use, await createStepDef(use.ctx, use.caller, { project: use.project, written }));
  },
});

export const updateStepDefTool = defineTool({
  name: "frt_update_step_def",
  title: "Change a step definition",
  description:
    "Changes the given parts of one of the project's step definitions; lists replace the whole list. Call frt_get_step_usage first to see which features it changes.",
  area: "functional",
  profile: "full",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    stepDefId: stepDefIdArg(),
    version: versionArg(),
    pattern: patternArg.optional(),
    actions: actionsArg,
    ...fields,
  },
  data: savedStepDefData(),
  example: { stepDefId: "open-basket", description: "Opens the basket." },
  async run(use, args) {
    const change = given({ pattern: args.pattern, actions: args.actions, ...picked(args) }) as Partial<StepDef>;
    const { stepDefId, version } = args;
    return answer(
      use,
      await updateStepDef(use.ctx, use.caller, { project: use.project, id: stepDefId, version, change }),
    );
  },
});

export const deleteStepDefTool = defineTool({
  name: "frt_delete_step_def",
  title: "Delete a step definition",
  description:
    "Deletes one of the project's step definitions; refused, with its users, while features or other definitions use it. Call frt_get_step_usage first.",
  area: "functional",
  profile: "full",
  mutating: true,
  destructive: true,
  args: { project: projectArg(), stepDefId: stepDefIdArg(), version: versionArg() },
  data: object({ deleted: stepDefData.required() }),
  example: { stepDefId: "open-basket" },
  async run(use, { stepDefId, version }) {
    const def = await deleteStepDef(use.ctx, use.caller, { project: use.project, id: stepDefId, version });
    return {
      summary: oneLine(`The step definition ${def.id} was deleted.`),
      data: { deleted: stepDefView(def, true) },
      nextActions: [next(use, "The definitions that are left", "frt_list_step_defs", { own: true })],
    };
  },
});

type Given = { params?: unknown; tags?: unknown; description?: unknown; examples?: unknown; status?: unknown };
const picked = ({ params, tags, description, examples, status }: Given): Given => ({
  params,
  tags,
  description,
  examples,
  status,
});
