// Suggests rules that would stabilize a result, and counts on how many scenarios an element appears.
import { ProductError } from "../../../domain/errors.ts";
import { matchRuleBoxes } from "../../../domain/visual/compare/ruleBoxes.ts";
import { ruleSuggestions } from "../../../domain/visual/explain/suggestions.ts";
import { decidingCapture, factsOf, mapOrNull } from "../../../models/shots/facts.ts";
import { eachCapturedOfRun, findShot } from "../../../models/shots/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";
import { reviewableRun } from "../visual/review.ts";

/** Returns suggestions for an unstable result; none for any other. */
export async function suggestRules(ctx: OperationContext, caller: Caller, shotId: string) {
  requireReadRight(caller);
  const unknown = () => new ProductError("not_found", `Result "${shotId}" was not found.`);
  const shot = await findShot(ctx.models, shotId);
  if (!shot) throw unknown();
  const run = await findRun(ctx, caller, shot.runId).catch((error: unknown) => {
    throw error instanceof ProductError && error.code === "not_found" ? unknown() : error;
  });
  const isUnstable = shot.flaky || shot.reasons.some(({ code }) => code === "unstable" || code === "restless");
  if (!isUnstable) return { shotId, suggestions: [] };
  const facts = await factsOf(ctx, run, shot, 0);
  const restless = shot.captures.flatMap((one) => one.restless ?? []);
  const ruled = new Set((facts.rules ?? []).map(({ selector }) => selector));
  const suggestions = ruleSuggestions(facts, restless)
    .filter(({ rule }) => !ruled.has(rule.selector))
    .map(({ rule, text, why }) => ({
      kind: rule.kind,
      selector: rule.selector,
      value: rule.kind === "comparison" ? rule.mode : rule.normalize,
      text,
      why,
    }));
  return { shotId, suggestions };
}

/** Limited, because each scenario reads a page map from the store. */
const MAX_SCENARIOS = 60;

/** Returns the scenarios of the run whose page matches the selector, judged by one screenshot each. */
export async function elementReach(ctx: OperationContext, caller: Caller, runId: string, selector: string) {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const { asked, more } = await firstOfScenarios(ctx, run._id);
  const labels: string[] = [];
  for (const [label, mapId] of asked) {
    const map = await mapOrNull(ctx, mapId);
    if (map && matchRuleBoxes(map, selector).boxes.length > 0) labels.push(label);
  }
  return { selector, scenarios: labels.length, of: asked.size, more };
}

/** Returns one page map per scenario, in the order of the plan. `more`: whether there are further scenarios. */
async function firstOfScenarios({ models }: OperationContext, runId: string) {
  const asked = new Map<string, string>();
  let more = false;
  await eachCapturedOfRun(models, runId, (shot) => {
    const mapId = decidingCapture(shot)?.mapId;
    if (!mapId || asked.has(shot.scenarioLabel)) return true;
    more = asked.size === MAX_SCENARIOS;
    if (!more) asked.set(shot.scenarioLabel, mapId);
    return !more;
  });
  return { asked, more };
}
