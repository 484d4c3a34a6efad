// The rules that apply to scenarios, their own and the wider ones.
import type { ComparisonRule } from "../../domain/visual/shot.ts";
import { type RulesOfScenario, rulesForScenario, wideRulesIn } from "../../domain/visual/wideRules/rulesForScenario.ts";
import type { KeptWideRule } from "../../domain/visual/wideRules/wideRule.ts";
import type { Models } from "../index.ts";
import {
  comparisonRulesOfProject,
  contentRulesOfProject,
  orderedComparisonRules,
  orderedContentRules,
} from "../rules/queries.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../rules/schema.ts";
import { scenarioLabelled, scenariosOf } from "../scenarios/queries.ts";
import type { Scenario } from "../scenarios/schema.ts";
import { wideRulesOfProject } from "./queries.ts";

/** The fields of a scenario that determine its rules. */
export type Ruled = Pick<Scenario, "label" | "url" | "hideSelectors" | "removeSelectors" | "misMatchThreshold"> & {
  tags?: string[];
};
export type RulesOf = (scenario: Ruled) => RulesOfScenario;

type Stored = {
  comparison: readonly ComparisonRuleRecord[];
  content: readonly ContentRuleRecord[];
  wide: readonly KeptWideRule[];
};

/** Returns a function that finds the rules of any scenario among the stored ones. */
export const rulesAmong =
  ({ comparison, content, wide }: Stored): RulesOf =>
  (scenario) => {
    const own = {
      comparisonRules: comparison
        .filter(({ scenarioLabel }) => scenarioLabel === scenario.label)
        .map(({ _id, selector, mode }) => ({ id: _id, selector, mode })),
      contentRules: content
        .filter(({ scenarioLabel }) => scenarioLabel === scenario.label)
        .map(({ _id, selector, normalize }) => ({ id: _id, selector, normalize })),
      hideSelectors: scenario.hideSelectors,
      removeSelectors: scenario.removeSelectors,
      misMatchThreshold: scenario.misMatchThreshold,
    };
    return rulesForScenario(scenario, own, wide);
  };

/** Returns the rules of any scenario of the project. */
export async function rulesOfProject(models: Models, projectId: string): Promise<RulesOf> {
  const [comparison, content, wide] = await Promise.all([
    comparisonRulesOfProject(models, projectId),
    contentRulesOfProject(models, projectId),
    wideRulesOfProject(models, projectId),
  ]);
  return rulesAmong({ comparison, content, wide });
}

/** Returns the rules of one scenario, or null if the project no longer has it. */
export async function rulesOfLabel(
  models: Models,
  of: { projectId: string; scenarioLabel: string },
): Promise<RulesOfScenario | null> {
  const place = { projectId: of.projectId, scenarioLabel: of.scenarioLabel };
  const [scenario, comparison, content, wide] = await Promise.all([
    scenarioLabelled(models, of.projectId, of.scenarioLabel),
    orderedComparisonRules(models, place),
    orderedContentRules(models, place),
    wideRulesOfProject(models, of.projectId),
  ]);
  return scenario && rulesAmong({ comparison, content, wide })(scenario);
}

/** Returns the wide rules that apply to these scenarios, each with its scenario. */
export async function wideRulesOfLabels(
  models: Models,
  projectId: string,
  labels: ReadonlySet<string>,
): Promise<(KeptWideRule & { scenarioLabel: string })[]> {
  const wide = await wideRulesOfProject(models, projectId);
  if (wide.length === 0) return [];
  const [comparison, content, scenarios] = await Promise.all([
    comparisonRulesOfProject(models, projectId),
    contentRulesOfProject(models, projectId),
    scenariosOf(models, projectId, {}),
  ]);
  const rules = rulesAmong({ comparison, content, wide });
  return scenarios
    .filter(({ label }) => labels.has(label))
    .flatMap((scenario) => wideRulesIn(rules(scenario)).map((rule) => ({ ...rule, scenarioLabel: scenario.label })));
}

/** Returns the comparison rules of a scenario, its own and the wider ones. */
export async function comparisonRulesOf(
  models: Models,
  of: { projectId: string; scenarioLabel: string },
): Promise<ComparisonRule[]> {
  return (await rulesOfLabel(models, of))?.comparisonRules ?? [];
}
