// Tools that find existing scenarios of features and definitions of steps.
import { number, object, string } from "yup";
import { FEATURE_STATUSES } from "../../../../domain/functional/feature.ts";
import { BANDS } from "../../../../domain/functional/find/rank.ts";
import { requiredText, wholeNumber } from "../../../lib/validate.ts";
import { findScenarios } from "../../../operations/functional/findScenarios.ts";
import { type FoundStepDef, searchStepLibrary } from "../../../operations/functional/searchStepLibrary.ts";
import { suggestSteps } from "../../../operations/functional/suggestSteps.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

const bandShape = {
  score: number().required(),
  band: string().oneOf(BANDS).required(),
};
const whyShape = () =>
  object({
    words: listData(string().required()),
    meaning: number().nullable().defined(),
    contrary: string().nullable().defined(),
  });
const countArg = () => described(wholeNumber(1, 50), "Maximum answers; default 10");

const frtFindScenarios = defineTool({
  name: "frt_find_scenarios",
  title: "Find functional scenarios",
  description:
    "Finds scenarios of features that test what a sentence or ticket is about, by words and meaning, with why. Call it before you create one: a match tests the same thing, a maybe needs your review. Then frt_get_feature or run_frt_feature.",
  intent: {
    does: "functional scenarios that test something",
    when: [["find", "functional"]],
  },
  area: "functional",
  profile: "qa",
  mutating: false,
  args: {
    project: projectArg(),
    query: described(requiredText(4_000), "A sentence, or the text of a ticket"),
    limit: countArg(),
  },
  data: object({
    matches: rowsData({
      featureId: string().required(),
      feature: string().defined(),
      scenario: string().defined(),
      status: string().oneOf(FEATURE_STATUSES).required(),
      tickets: listData(string().required()),
      ...bandShape,
      why: whyShape(),
    }),
    compared: number().required(),
  }),
  example: { query: "a visitor adds a product to the cart" },
  async run(use, { query, limit = 10 }) {
    const { ctx, caller, project } = use;
    const { found, warnings } = await findScenarios(ctx, caller, { project, query });
    const fitting = found.filter(({ band }) => band !== "none");
    const matches = fitting.slice(0, limit).map(({ scenarioId, ...one }) => one);
    const [best] = matches;
    const sure = fitting.filter(({ band }) => band === "match").length;
    return {
      summary: oneLine(
        best
          ? `${plural(sure, "match", "matches")}, ${fitting.length - sure} maybe; the best: ${quotedText(best.scenario || best.feature)} (${best.score}).`
          : `None of ${plural(found.length, "scenario")} tests that.`,
      ),
      data: { matches, compared: found.length },
      warnings,
      nextActions: best
        ? [
            next(use, `Read the feature ${quotedText(best.feature)}`, "frt_get_feature", {
              featureId: best.featureId,
            }),
          ]
        : [],
    };
  },
});

const definitionShape = {
  stepDefId: string().required(),
  pattern: string().required(),
  description: string().defined(),
  example: string().nullable().defined(),
  origin: string().oneOf(["builtin", "project"]).required(),
  ...bandShape,
};
const definitionOf = ({ def, origin, score, band }: FoundStepDef) => ({
  stepDefId: def.id,
  pattern: def.pattern,
  description: def.description,
  example: def.examples[0] ?? null,
  origin,
  score,
  band,
});

const frtSearchStepLibrary = defineTool({
  name: "frt_search_step_library",
  title: "Search the step library",
  description:
    "Finds step definitions that do what you describe: pattern, example, score. Write steps by these patterns, with the names that frt_inspect_page lists, so that no new definition is needed.",
  intent: {
    does: "step definitions for a step",
    when: [["find", "step"]],
  },
  area: "functional",
  profile: "qa",
  mutating: false,
  args: { project: projectArg(), query: described(requiredText(1_000), "What the step does"), limit: countArg() },
  data: object({ stepDefs: rowsData(definitionShape) }),
  example: { query: "click a button" },
  async run({ ctx, caller, project }, { query, limit = 10 }) {
    const { found, warnings } = await searchStepLibrary(ctx, caller, { project, query });
    const stepDefs = found.slice(0, limit).map(definitionOf);
    const [best] = stepDefs;
    return {
      summary: oneLine(
        best
          ? `${plural(found.length, "definition")}; the best: ${best.pattern}`
          : "No definition does that: describe it in other words, such as click, fill in, see.",
      ),
      data: { stepDefs },
      warnings,
    };
  },
});

const frtSuggestSteps = defineTool({
  name: "frt_suggest_steps",
  title: "Suggest steps",
  description:
    "Rewrites a sentence without a step definition as steps of the library, best first, with its quoted values filled in. Call it for the undefined steps of frt_dry_run_feature.",
  intent: { does: "steps for a sentence", when: [["suggest", "step"]] },
  area: "functional",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), sentence: requiredText(1_000), limit: countArg() },
  data: object({
    suggestions: rowsData({ sentence: string().required(), ...definitionShape }),
  }),
  example: { sentence: 'I press the "Add to cart" button' },
  async run({ ctx, caller, project }, { sentence, limit = 10 }) {
    const { found, warnings } = await suggestSteps(ctx, caller, { project, sentence });
    const suggestions = found.slice(0, limit).map((one) => ({ sentence: one.sentence, ...definitionOf(one) }));
    return {
      summary: oneLine(suggestions[0] ? `Write: ${suggestions[0].sentence}` : "The library has nothing of the kind."),
      data: { suggestions },
      warnings,
    };
  },
});

export const findTools: readonly AnyTool[] = [frtFindScenarios, frtSearchStepLibrary, frtSuggestSteps];
