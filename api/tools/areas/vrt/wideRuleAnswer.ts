// Answer of the rule tools for a rule that covers several scenarios.
import { boolean, number, object, string } from "yup";
import { parseScope, SCOPE_WORDS, scopeWords, touches } from "../../../../domain/visual/wideRules/scope.ts";
import { effectWords, type WideRule } from "../../../../domain/visual/wideRules/wideRule.ts";
import { MUCH } from "../../../../domain/words/ruleShare.ts";
import type { Environment } from "../../../../models/environments/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { text } from "../../../lib/validate.ts";
import { estimateRule } from "../../../operations/rules/estimateRule.ts";
import { scenariosForRules } from "../../../operations/rules/newestMap.ts";
import { setRuleInScope } from "../../../operations/rules/ruleInScope.ts";
import { isCapturable } from "../../../operations/scenarios/isCapturable.ts";
import { listData } from "../../answers.ts";
import { described } from "../../args.ts";
import { captureOf, next } from "../../next.ts";
import { oneLine, plural } from "../../sentences.ts";
import { comparisonSentence, effectView } from "./ruleEffectView.ts";

export const scopeArg = () =>
  described(text(600), `Instead of this scenario alone: ${SCOPE_WORDS}. The scenario must be one of them`);

/** Estimated effect of a rule for several scenarios, based on the newest screenshots of all of them. */
export const wideEffectData = object({
  scenarios: number().required(),
  shots: number().required(),
  more: boolean().required(),
  matched: number().required(),
  failing: number().required(),
  wouldPass: number().required(),
  hidesAll: listData(string().required()),
  hidesMost: listData(string().required()),
}).default(undefined);

/** Stores a rule for several scenarios and returns the tool's answer; its effect on this scenario is estimated as well. */
export async function wideAnswer(
  ctx: OperationContext,
  caller: Caller,
  at: { project: Project; environment: Environment | null },
  rule: WideRule & { scenarioLabel: string },
) {
  const { scenarioLabel, selector, scope, kind, value } = rule;
  const { id, change, effect: found } = await setRuleInScope(ctx, caller, at.project, rule);
  // This figure is for people who see it beside the form; the tool's data names the scenarios instead.
  const { hides: _, ...effect } = found;
  const place = { ...at, scenarioLabel };
  const content = kind === "normalize";
  const estimate = await estimateRule(ctx, caller, place, { id, selector, kind: content ? "content" : "comparison" });
  const counts = `It is for ${plural(effect.scenarios, "scenario")}; about ${effect.wouldPass} of ${plural(effect.failing, "failing result")} would pass.`;
  const hides = effect.hidesMost.map((label) =>
    oneLine(`The rule hides more than ${MUCH * 100} % of the screenshot of "${label}".`),
  );
  const nowhere = effect.shots > 0 && effect.matched === 0;
  const captured = content ? await labelsIn(ctx, caller, at.project, scope) : [];
  return {
    summary: oneLine(
      `${comparisonSentence(id, change)} "${selector}" of ${scopeWords(scope)} ${effectWords(rule)}. ${counts}`,
    ),
    data: {
      rule: { id, scenarioLabel, selector, [content ? "normalize" : "mode"]: value, change, scope },
      effect: effectView(estimate),
      wideEffect: effect,
    },
    warnings: [
      ...hides,
      ...(nowhere ? [oneLine(`"${selector}" matched nothing in the newest screenshots: check the selector.`)] : []),
    ],
    nextActions: !content
      ? [next(place, "Test under the rule", "run_vrt", {})]
      : // An empty list would capture all.
        captured.length > 0
        ? [captureOf(place, "Capture baselines under the rule", captured)]
        : [],
  };
}

/** Returns the scenarios in the scope that a suggested run can capture. Their baselines alone show the old content; others must stay as approved. */
async function labelsIn(ctx: OperationContext, caller: Caller, project: Project, scope: string): Promise<string[]> {
  const parsed = parseScope(scope);
  const all = await scenariosForRules(ctx, caller, project.slug);
  const own = all.filter((one) => parsed !== null && isCapturable(one) && touches(parsed, one));
  return own.map(({ label }) => label);
}
