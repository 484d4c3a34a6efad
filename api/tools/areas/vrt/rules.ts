// Rules: how a part of a page is compared, and what is replaced in it before the shot.
import { array, boolean, mixed, number, object, string } from "yup";
import { isNormalizer } from "../../../../domain/import/scenarioShape.ts";
import { COMPARISON_MODES, NORMALIZERS, type Normalizer } from "../../../../domain/visual/shot.ts";
import { choice, requiredText } from "../../../lib/validate.ts";
import { estimateRule, type RuleEstimate } from "../../../operations/rules/estimateRule.ts";
import { setComparisonRule, setContentRule } from "../../../operations/rules/setRule.ts";
import { changeData } from "../../answers.ts";
import { described, environmentArg, labelArg, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

/** Results and regions listed of an estimate. */
const RESULTS = 24;
const REGIONS = 5;

const required = ({ path }: { path: string }) => `${path} is required`;
const selectorArg = () => described(requiredText(1_000), "CSS");

const effectData = object({
  /** Nothing was judged again: regions and page maps of the stored results were looked at. */
  estimate: boolean().required(),
  runId: string().nullable().defined(),
  failing: number().required(),
  wouldPass: number().required(),
  results: array()
    .of(
      object({
        viewport: string().required(),
        browser: string().required(),
        part: string(),
        matched: number().nullable().defined(),
        mismatchBefore: number().required(),
        mismatchAfter: number().nullable().defined(),
        wouldPass: boolean().nullable().defined(),
        why: string().required(),
        covered: array().of(mixed()).required(),
      }),
    )
    .required(),
});
const ruleData = (value: "mode" | "normalize") =>
  object({
    rule: object({
      /** null: there was none to remove. */
      id: value === "mode" ? string().nullable().defined() : string().required(),
      scenarioLabel: string().required(),
      selector: string().required(),
      [value]: string().required(),
      change: value === "mode" ? changeData("removed") : changeData(),
    }),
    effect: effectData,
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
  project: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    scenarioLabel: labelArg(),
    selector: selectorArg(),
    mode: choice(COMPARISON_MODES).required(required),
  },
  quiet: ["environment"],
  data: ruleData("mode"),
  example: { scenarioLabel: "Home", selector: ".price", mode: "dynamic" },
  async run({ ctx, caller, project, environment }, { scenarioLabel, selector, mode }) {
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
        `${comparisonSentence(id, change)} "${selector}" of ${scenarioLabel} is ${WORD_OF[mode]}. ${effectText(estimate)}`,
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
  project: true,
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
  },
  quiet: ["environment"],
  data: ruleData("normalize"),
  example: { scenarioLabel: "Home", selector: "time", normalize: "date" },
  async run({ ctx, caller, project, environment }, { scenarioLabel, selector, normalize }) {
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
        `${sentenceOf(change)} "${selector}" of ${scenarioLabel} is normalised (${normalize}). ${effectText(estimate, "With new baselines: ")}`,
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

const sentenceOf = (change: string): string =>
  change === "unchanged" ? "The rule was set already:" : "The rule is set:";

function comparisonSentence(id: string | null, change: string): string {
  if (change === "removed") return "Rule removed:";
  return id === null ? "No rule is needed:" : sentenceOf(change);
}

function effectText({ runId, failing, results }: RuleEstimate, before = ""): string {
  if (runId === null) return "No completed visual test to estimate it on.";
  if (failing === 0) return `Nothing of it failed in ${runId}.`;
  const passing = results.filter(({ wouldPass }) => wouldPass).length;
  if (passing === 0 && results.some(({ wouldPass }) => wouldPass === null))
    return `${before}${before ? "only" : "Only"} a run can show whether its ${plural(failing, "failing result")} of ${runId} would pass.`;
  return `${before}${before ? "about" : "About"} ${passing} of its ${plural(failing, "failing result")} in ${runId} would pass.`;
}

function effectView({ runId, failing, results }: RuleEstimate) {
  return {
    estimate: true,
    runId,
    failing,
    wouldPass: results.filter(({ wouldPass }) => wouldPass).length,
    results: results.slice(0, RESULTS).map(({ scenarioLabel: _, selector, covered, why, mismatchAfter, ...rest }) => ({
      ...rest,
      ...(selector && { part: selector }),
      mismatchAfter: mismatchAfter === null ? null : Number(mismatchAfter.toPrecision(4)),
      why: oneLine(why, 200),
      covered: covered.slice(0, REGIONS).map((region) => ({
        selector: oneLine(region.selector, 200),
        kind: region.kind,
        share: Number(region.share.toFixed(4)),
        under: Number(region.under.toFixed(4)),
      })),
    })),
  };
}

function warningsOf({ results }: RuleEstimate, selector: string): string[] {
  const nowhere = results.length > 0 && results.every(({ matched }) => matched === 0);
  return nowhere ? [oneLine(`"${selector}" matched nothing in the last test: check the selector.`)] : [];
}

export const ruleTools: readonly AnyTool[] = [createComparisonRule, createContentRule];
