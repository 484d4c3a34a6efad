// Reasons why a rule for several scenarios cannot be saved.

import { hintOf } from "../../../domain/nearest.ts";
import { selectorProblem } from "../../../domain/visual/selectorSyntax.ts";
import { namesWholePage } from "../../../domain/visual/wideRules/hidesAll.ts";
import { parseScope, SCOPE_WORDS, touches } from "../../../domain/visual/wideRules/scope.ts";
import { WIDE, type WideRule } from "../../../domain/visual/wideRules/wideRule.ts";

type Known = { url: string; tags?: readonly string[] };
export type WideRuleProblem = { field: "scope" | "selector"; message: string };

/** Returns null if the rule can be saved. `scenarios`: all scenarios that the project has or will have. */
export function wideRuleProblem(rule: WideRule, scenarios: readonly Known[]): WideRuleProblem | null {
  const scope = parseScope(rule.scope);
  if (scope === null) return { field: "scope", message: `must be ${SCOPE_WORDS}` };
  const message = selectorMessage(rule);
  if (message !== null) return { field: "selector", message };
  // A project may be set up with rules before it has scenarios.
  if (scope.kind === "project" || scenarios.some((one) => touches(scope, one))) return null;
  if (scope.kind === "path")
    return { field: "scope", message: `"${scope.pattern}" fits the address of no scenario of the project` };
  const known = [...new Set(scenarios.flatMap(({ tags = [] }) => tags))];
  return {
    field: "scope",
    message: `no scenario of the project has the tag "${scope.tag}".${hintOf(scope.tag, known)}`,
  };
}

function selectorMessage({ kind, selector, value }: WideRule): string | null {
  if (!WIDE[kind].needsSelector) return selector === "" ? null : "is not allowed with misMatchThreshold";
  if (selector === "") return "is required";
  const wrong = selectorProblem(selector);
  if (wrong !== null) return wrong;
  const hides = kind !== "mode" || value === "ignore" || value === "dynamic";
  if (hides && namesWholePage(selector)) return "names the whole page, so nothing would be left to compare";
  return null;
}
