// Edits one scenario or step of a feature: adds, changes or removes it. The rest of the text is unchanged.
import {
  addScenarioText,
  addStepText,
  deleteScenarioText,
  removeStepText,
  replaceScenarioText,
  replaceStepText,
} from "../../../../domain/functional/gherkin/edit.ts";
import { LIMITS } from "../../../../domain/functional/gherkin/size.ts";
import { requiredText, text, wholeNumber } from "../../../lib/validate.ts";
import { changeFeature } from "../../../operations/functional/saveFeature.ts";
import { described, projectArg } from "../../args.ts";
import { defineTool, type ToolUse } from "../../tool.ts";
import { featureIdArg, requiredVersionArg, saved, savedData, scenarioIdArg, versionArg } from "./shapes.ts";

const scenarioArg = () => described(requiredText(50_000), "One scenario: its tags, its line, its steps and examples");
const stepArg = () => described(requiredText(20_000), "One step with its keyword, and the lines below it");
const indexArg = () => described(wholeNumber(0, LIMITS.stepsPerScenario), "Of the scenario's own steps, from 0");
const requiredIndexArg = () => indexArg().required(({ path }: { path: string }) => `${path} is required`);

/** Edits the text of a feature. A feature saved as a draft stays one only while something is open. */
async function edited(
  use: ToolUse,
  { featureId, version }: { featureId: string; version?: number },
  what: string,
  edit: (text: string) => string,
) {
  const place = { project: use.project, featureId, version, what };
  const result = await changeFeature(use.ctx, use.caller, place, ({ gherkin }) => ({ gherkin: edit(gherkin) }));
  return saved(use, `The feature "${featureId}": ${what}`, result);
}

const shared = { area: "functional", profile: "full", mutating: true } as const;
const SCENARIO = 'Scenario: Opens\n  Given I am on "/cart"\n  Then I should see "Basket"';

export const addScenario = defineTool({
  ...shared,
  name: "frt_add_scenario",
  title: "Add a scenario",
  description: "Adds a scenario at the end of a feature, or of one of its rules. Then frt_dry_run_feature.",
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    scenario: scenarioArg(),
    rule: described(text(500), "Name of the rule it belongs to"),
    version: versionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", scenario: SCENARIO },
  run: (use, { scenario, rule, ...place }) =>
    edited(use, place, "scenario added", (all) => addScenarioText(all, scenario, rule)),
});

export const updateScenario = defineTool({
  ...shared,
  name: "frt_update_scenario",
  title: "Replace a scenario",
  description:
    "Replaces the text of a scenario, based on the version that frt_get_feature returned. Then frt_dry_run_feature.",
  destructive: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    scenarioId: scenarioIdArg(),
    scenario: scenarioArg(),
    version: requiredVersionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", scenarioId: "opens", scenario: SCENARIO, version: 1 },
  run: (use, { scenarioId, scenario, ...place }) =>
    edited(use, place, "scenario replaced", (all) => replaceScenarioText(all, scenarioId, scenario)),
});

export const deleteScenario = defineTool({
  ...shared,
  name: "frt_delete_scenario",
  title: "Delete a scenario",
  description: "Deletes a scenario, or an outline with all its rows. Call frt_get_feature first for its id.",
  destructive: true,
  args: { project: projectArg(), featureId: featureIdArg(), scenarioId: scenarioIdArg(), version: versionArg() },
  data: savedData(),
  example: { featureId: "basket", scenarioId: "opens" },
  run: (use, { scenarioId, ...place }) =>
    edited(use, place, "scenario deleted", (all) => deleteScenarioText(all, scenarioId)),
});

export const addStep = defineTool({
  ...shared,
  name: "frt_add_step",
  title: "Add a step",
  description:
    "Adds a step at the end of a scenario, or before the step that has the index now. frt_suggest_steps proposes steps; then frt_dry_run_feature.",
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    scenarioId: scenarioIdArg(),
    step: stepArg(),
    index: indexArg(),
    version: versionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", scenarioId: "opens", step: 'And I should see "Total"' },
  run: (use, { scenarioId, step, index, ...place }) =>
    edited(use, place, "step added", (all) => addStepText(all, scenarioId, step, index)),
});

export const updateStep = defineTool({
  ...shared,
  name: "frt_update_step",
  title: "Replace a step",
  description:
    "Puts another step in the place of one, made from the version that frt_get_feature answered. Then frt_dry_run_feature.",
  destructive: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    scenarioId: scenarioIdArg(),
    index: requiredIndexArg(),
    step: stepArg(),
    version: requiredVersionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", scenarioId: "opens", index: 1, step: 'Then I should see "Your basket"', version: 1 },
  run: (use, { scenarioId, index, step, ...place }) =>
    edited(use, place, "step replaced", (all) => replaceStepText(all, scenarioId, index, step)),
});

export const removeStep = defineTool({
  ...shared,
  name: "frt_remove_step",
  title: "Remove a step",
  description:
    "Takes a step out of a scenario, counted in the version that frt_get_feature answered. Then frt_dry_run_feature.",
  destructive: true,
  args: {
    project: projectArg(),
    featureId: featureIdArg(),
    scenarioId: scenarioIdArg(),
    index: requiredIndexArg(),
    version: requiredVersionArg(),
  },
  data: savedData(),
  example: { featureId: "basket", scenarioId: "opens", index: 1, version: 1 },
  run: (use, { scenarioId, index, ...place }) =>
    edited(use, place, "step removed", (all) => removeStepText(all, scenarioId, index)),
});
