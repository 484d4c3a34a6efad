// Rules: how a part of a page is compared, and what is replaced in it before the screenshot.
import { object, string } from "yup";
import { isNormalizer } from "../../../../domain/import/scenarioShape.ts";
import { COMPARISON_MODES, NORMALIZERS, type Normalizer } from "../../../../domain/visual/shot.ts";
import { choice, requiredText } from "../../../lib/validate.ts";
import { estimateRule, type RuleEstimate } from "../../../operations/rules/estimateRule.ts";
import { setComparisonRule, setContentRule } from "../../../operations/rules/setRule.ts";
import { changeData } from "../../answers.ts";
import { described, environmentArg, labelArg, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";
import { comparisonSentence, effectData, effectView, sentenceOf } from "./ruleEffectView.ts";
import { scopeArg, wideAnswer, wideEffectData } from "./wideRuleAnswer.ts";

const required = ({ path }: { path: string }) => `${path} is required`;
const selectorArg = () => described(requiredText(1_000), "CSS");

const ruleData = (value: "mode" | "normalize") =>
  object({
    rule: object({
      /** Null if there was no rule to remove. */
      id: value === "mode" ? string().nullable().defined() : string().required(),
      scenarioLabel: string().required(),
      selector: string().required(),
      [value]: string().required(),
      change: value === "mode" ? changeData("removed") : changeData(),
      scope: string(),
    }),
    effect: effectData,
    wideEffect: wideEffectData,
  });

const createComparisonRule = defineTool({
  name: "create_comparison_rule",
  title: "Set a comparison rule",
  description:
    "Sets how a part of a scenario is compared: ignore it, tolerate changes in it (dynamic), check its layout only; full removes the rule. Answers what it would have changed on the last test; then call run_vrt.",
  intent: {
    does: "ignores or tolerates a region",
    when: [["rule"], ["rule", "create"]],
    not: ["question"],
    hints: ["selector", "mode"],
  },
  area: "vrt",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    scenarioLabel: labelArg(),
    selector: selectorArg(),
    mode: choice(COMPARISON_MODES).required(required),
    scope: scopeArg(),
  },
  quiet: ["environment", "scope"],
  data: ruleData("mode"),
  example: { scenarioLabel: "Home", selector: ".price", mode: "dynamic" },
  async run({ ctx, caller, project, environment }, { scenarioLabel, selector, mode, scope }) {
    if (scope !== undefined)
      return wideAnswer(
        ctx,
        caller,
        { project, environment },
        { scenarioLabel, selector, scope, kind: "mode", value: mode },
      );
    const { id, change } = await setComparisonRule(ctx, caller, {
      project: project._id,
      scenarioLabel,
      selector,
      mode,
    });
    const place = { project, environment, scenarioLabel };
    const estimate = await estimateRule(ctx, caller, place, { id, selector, kind: "comparison" });
    return {
      summary: oneLine(
        `${comparisonSentence(id, change)} "${selector}" of ${quotedText(scenarioLabel)} is ${WORD_OF[mode]}. ${effectText(estimate)}`,
      ),
      data: { rule: { id, scenarioLabel, selector, mode, change }, effect: effectView(estimate) },
      warnings: warningsOf(estimate, selector),
      nextActions: [next(place, "Test under the rule", "run_vrt", { scenarios: [scenarioLabel] })],
    };
  },
});

const createContentRule = defineTool({
  name: "create_content_rule",
  title: "Set a content rule",
  description:
    "Replaces changing content of a scenario before the shot: text, number, date, price, image, or fixed:<replacement>. Baselines show the old content: call run_baseline next, then run_vrt.",
  intent: {
    does: "evens out changing content",
    when: [
      ["content", "rule"],
      ["content", "create"],
    ],
    hints: ["selector"],
  },
  area: "vrt",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    scenarioLabel: labelArg(),
    selector: selectorArg(),
    normalize: described(
      requiredText(1_000).test(
        "normalize",
        ({ path }) => `${path} must be one of ${NORMALIZERS.join(", ")}, or fixed:<replacement>`,
        (value) => value === undefined || isNormalizer(value),
      ),
      `${NORMALIZERS.join(", ")} or fixed:<replacement>`,
    ),
    scope: scopeArg(),
  },
  quiet: ["environment", "scope"],
  data: ruleData("normalize"),
  example: { scenarioLabel: "Home", selector: "time", normalize: "date" },
  async run({ ctx, caller, project, environment }, { scenarioLabel, selector, normalize, scope }) {
    if (scope !== undefined)
      return wideAnswer(
        ctx,
        caller,
        { project, environment },
        { scenarioLabel, selector, scope, kind: "normalize", value: normalize },
      );
    const { id, change } = await setContentRule(ctx, caller, {
      project: project._id,
      scenarioLabel,
      selector,
      normalize: normalize as Normalizer,
    });
    const place = { project, environment, scenarioLabel };
    const estimate = await estimateRule(ctx, caller, place, { id, selector, kind: "content" });
    return {
      summary: oneLine(
        `${sentenceOf(change)} "${selector}" of ${quotedText(scenarioLabel)} is normalised (${normalize}). ${effectText(estimate, "With new baselines: ")}`,
      ),
      data: { rule: { id, scenarioLabel, selector, normalize, change }, effect: effectView(estimate) },
      warnings: warningsOf(estimate, selector),
      nextActions: [next(place, "Capture baselines under the rule", "run_baseline", { scenarios: [scenarioLabel] })],
    };
  },
});

const WORD_OF = {
  full: "compared in full",
  layout_only: "compared by its layout only",
  ignore: "ignored",
  dynamic: "free to change inside",
} as const;

function effectText({ runId, failing, results }: RuleEstimate, before = ""): string {
  if (runId === null) return "No completed visual test to estimate it on.";
  if (failing === 0) return `Nothing of it failed in ${runId}.`;
  const passing = results.filter(({ wouldPass }) => wouldPass).length;
  if (passing === 0 && results.some(({ wouldPass }) => wouldPass === null))
    return `${before}${before ? "only" : "Only"} a run can show whether its ${plural(failing, "failing result")} of ${runId} would pass.`;
  return `${before}${before ? "about" : "About"} ${passing} of its ${plural(failing, "failing result")} in ${runId} would pass.`;
}

function warningsOf({ results }: RuleEstimate, selector: string): string[] {
  const nowhere = results.length > 0 && results.every(({ matched }) => matched === 0);
  return nowhere ? [oneLine(`"${selector}" matched nothing in the last test: check the selector.`)] : [];
}

export const ruleTools: readonly AnyTool[] = [createComparisonRule, createContentRule];
