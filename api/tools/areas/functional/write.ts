// Creates, renames, moves, replaces and deletes whole features.
import { array, boolean, number, object, string } from "yup";
import { FEATURE_ID, FEATURE_ID_WORDS, groupOf, MAX_FEATURE_ID } from "../../../../domain/functional/feature.ts";
import { renameFeatureText } from "../../../../domain/functional/gherkin/edit.ts";
import { closed, requiredText, text } from "../../../lib/validate.ts";
import { organizeGroups } from "../../../operations/functional/organizeGroups.ts";
import { putFeatures } from "../../../operations/functional/putFeatures.ts";
import {
  changeFeature,
  createFeature,
  deleteFeature,
  saveFeatureDraft,
} from "../../../operations/functional/saveFeature.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural } from "../../sentences.ts";
import { defineTool } from "../../tool.ts";
import {
  draftArg,
  featureIdArg,
  gherkinArg,
  groupArg,
  requiredVersionArg,
  saved,
  savedData,
  ticketsArg,
  versionArg,
} from "./shapes.ts";

const newIdArg = () =>
  described(text(MAX_FEATURE_ID), "Default: made from the name").matches(FEATURE_ID, {
    message: ({ path }: { path: string }) => `${path} must be ${FEATURE_ID_WORDS}`,
    excludeEmptyString: true,
  });
const GHERKIN = 'Feature: Basket\n  Scenario: Opens\n    Given I am on "/cart"\n    Then I should see "Basket"\n';
const groupIn = (group: string | undefined) => (group === undefined ? {} : { group: groupOf(group) });

export const createFeatureTool = defineTool({
  name: "frt_create_feature",
  title: "Create a feature",
  description:
    "Creates a feature from a Gherkin text. It is ready when every step is prepared and every scenario expects something, else a draft. Call frt_find_scenarios first; then frt_dry_run_feature.",
  area: "functional",
  profile: "full",
  mutating: true,
  args: {
    project: projectArg(),
    gherkin: gherkinArg(),
    featureId: newIdArg(),
    group: groupArg(),
    tickets: ticketsArg(),
    draft: draftArg(),
  },
  data: savedData(),
  example: { gherkin: GHERKIN, group: "Shop" },
  async run(use, { gherkin, featureId, group, tickets, draft }) {
    const made = { project: use.project, gherkin, featureId, tickets, draft, ...groupIn(group) };
    const result = await createFeature(use.ctx, use.caller, made);
    return saved(use, `The feature "${result.feature.featureId}" was created`, result);
  },
});

export const saveDraft = defineTool({
  name: "frt_save_feature_draft",
  title: "Save a feature as a draft",
  description:
    "Saves a feature as a draft, even if unfinished: creates it from the given text, or changes one. Then frt_set_gherkin or frt_dry_run_feature.",
  area: "functional",
  profile: "full",
  mutating: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    gherkin: gherkinArg().optional(),
    version: versionArg(),
    group: groupArg(),
    tickets: ticketsArg(),
  },
  data: savedData(),
  example: { featureId: "basket", gherkin: GHERKIN },
  async run(use, { featureId, gherkin, version, group, tickets }) {
    const fields = { featureId, gherkin, version, tickets, ...groupIn(group) };
    const result = await saveFeatureDraft(use.ctx, use.caller, { project: use.project, ...fields });
    return saved(use, `The feature "${featureId}" was ${result.change === "created" ? "created" : "saved"}`, result);
  },
});

export const renameFeature = defineTool({
  name: "frt_rename_feature",
  title: "Rename a feature",
  description:
    "Gives a feature another name, in its text too; its id and the rest of its text stay. Then frt_get_feature.",
  area: "functional",
  profile: "full",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    name: described(requiredText(200), "The new name").matches(
      /^[^\r\n]*\S[^\r\n]*$/,
      ({ path }: { path: string }) => `${path} must be one line`,
    ),
    version: versionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", name: "Cart" },
  async run(use, { featureId, name, version }) {
    const result = await changeFeature(
      use.ctx,
      use.caller,
      { project: use.project, featureId, version, what: "renamed" },
      (before) => ({
        gherkin: renameFeatureText(before.gherkin, name.trim()),
        draft: before.status === "draft",
      }),
    );
    return saved(use, `The feature "${featureId}" was renamed`, result);
  },
});

export const deleteFeatureTool = defineTool({
  name: "frt_delete_feature",
  title: "Delete a feature",
  description:
    "Deletes a feature with its earlier texts; refused while events of the tracking plan are linked to it. Call frt_get_feature first to see what goes.",
  area: "functional",
  profile: "full",
  mutating: true,
  destructive: true,
  args: { project: projectArg(), featureId: featureIdArg(), version: versionArg() },
  data: object({ featureId: string().required(), name: string().required(), gherkin: string().required() }),
  example: { featureId: "basket" },
  async run(use, { featureId, version }) {
    const { name, gherkin } = await deleteFeature(use.ctx, use.caller, { project: use.project, featureId, version });
    return {
      summary: oneLine(`The feature "${featureId}" (${name}) was deleted.`),
      data: { featureId, name, gherkin },
      nextActions: [next(use, "The features that are left", "frt_list_features")],
    };
  },
});

export const setGherkin = defineTool({
  name: "frt_set_gherkin",
  title: "Replace a feature's text",
  description:
    "Replaces the whole text of a feature, made from the version that frt_get_feature answered; refused when it was changed since. For one step or scenario use frt_update_step or frt_update_scenario.",
  area: "functional",
  profile: "full",
  mutating: true,
  destructive: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    gherkin: gherkinArg(),
    version: requiredVersionArg(),
    tickets: ticketsArg(),
    draft: draftArg(),
  },
  data: savedData(),
  example: { featureId: "basket", gherkin: GHERKIN, version: 1 },
  async run(use, { featureId, gherkin, version, tickets, draft }) {
    const what = { project: use.project, featureId, version, what: "changed" };
    const result = await changeFeature(use.ctx, use.caller, what, () => ({ gherkin, tickets, draft }));
    return saved(use, `The feature "${featureId}" was changed`, result);
  },
});

/** Maximum number of features per call; a body is limited to 5 MB anyway. */
const MAX_AT_ONCE = 200;

export const setGherkinBulk = defineTool({
  name: "frt_set_gherkin_bulk",
  title: "Replace many features' texts",
  description:
    "Saves many texts, up to 5 MB: existing features need the version their text is based on, others are created. Each is saved or refused separately. Then frt_list_features.",
  area: "functional",
  profile: "full",
  mutating: true,
  destructive: true,
  args: {
    project: projectArg(),
    features: array()
      .of(closed({ featureId: newIdArg(), gherkin: gherkinArg(), version: versionArg(), group: groupArg() }).required())
      .typeError(({ path }: { path: string }) => `${path} must be a list`)
      .min(1, ({ path }: { path: string }) => `${path} must have an entry`)
      .max(MAX_AT_ONCE, ({ path }: { path: string }) => `${path} must have at most ${MAX_AT_ONCE} entries`)
      .required(({ path }: { path: string }) => `${path} is required`),
  },
  data: object({
    saved: number().required(),
    refused: number().required(),
    features: rowsData({
      featureId: string().nullable().defined(),
      ok: boolean().required(),
      change: string(),
      version: number(),
      status: string(),
      open: array().of(string().required()),
      suggested: array().of(
        object({
          line: number().required(),
          sentence: string().required(),
          instead: listData(string().required()),
        }),
      ),
      error: string(),
    }),
  }),
  example: { features: [{ gherkin: GHERKIN }] },
  async run(use, { features }) {
    const wanted = features.map(({ featureId, gherkin, version, group }) => ({
      featureId,
      gherkin,
      version,
      ...groupIn(group),
    }));
    const results = await putFeatures(use.ctx, use.caller, { project: use.project, features: wanted });
    const refused = results.filter(({ ok }) => !ok).length;
    return {
      summary: `${plural(results.length - refused, "feature")} saved, ${refused} refused.`,
      data: { saved: results.length - refused, refused, features: results },
      warnings: refused > 0 ? [`${plural(refused, "text")} could not be saved; see the reason of each.`] : [],
      nextActions: [next(use, "The features", "frt_list_features")],
    };
  },
});

export const organizeGroupsTool = defineTool({
  name: "frt_organize_feature_groups",
  title: "Move features into folders",
  description:
    "Moves features into folders, which come and go with what is in them; an empty group is the top. Call frt_get_feature_groups first.",
  area: "functional",
  profile: "full",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    groups: array()
      .of(
        closed({
          group: groupArg().defined(({ path }: { path: string }) => `${path} is required`),
          featureIds: array()
            .of(requiredText(120))
            .max(500, ({ path }: { path: string }) => `${path} must have at most 500 entries`)
            .required(({ path }: { path: string }) => `${path} is required`),
        }).required(),
      )
      .typeError(({ path }: { path: string }) => `${path} must be a list`)
      .max(100, ({ path }: { path: string }) => `${path} must have at most 100 entries`)
      .required(({ path }: { path: string }) => `${path} is required`),
  },
  data: object({
    moved: rowsData({ featureId: string().required(), group: string().defined(), change: string().required() }),
  }),
  example: { groups: [{ group: "Shop/Checkout", featureIds: ["basket"] }] },
  async run(use, { groups }) {
    const wanted = groups.map(({ group, featureIds }) => ({
      group: groupOf(group),
      featureIds: featureIds as string[],
    }));
    const moved = await organizeGroups(use.ctx, use.caller, { project: use.project, groups: wanted });
    return {
      summary: `${plural(moved.filter(({ change }) => change === "updated").length, "feature")} moved.`,
      data: { moved: moved.map(({ featureId, group, change }) => ({ featureId, group: group.join("/"), change })) },
      nextActions: [next(use, "The folders", "frt_get_feature_groups")],
    };
  },
});
