// The rules that scenarios are tested under, their own and the wider ones.
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

/** What of a scenario decides which rules it has. */
export type Ruled = Pick<Scenario, "label" | "url" | "hideSelectors" | "removeSelectors" | "misMatchThreshold"> & {
  tags?: string[];
};
export type RulesOf = (scenario: Ruled) => RulesOfScenario;

type Stored = {
  comparison: readonly ComparisonRuleRecord[];
  content: readonly ContentRuleRecord[];
  wide: readonly KeptWideRule[];
};

/** The rules of any scenario, of all that are stored. */
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

/** For any scenario of the project. */
export async function rulesOfProject(models: Models, projectId: string): Promise<RulesOf> {
  const [comparison, content, wide] = await Promise.all([
    comparisonRulesOfProject(models, projectId),
    contentRulesOfProject(models, projectId),
    wideRulesOfProject(models, projectId),
  ]);
  return rulesAmong({ comparison, content, wide });
}

/** For one scenario; null: the project has it no more. */
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

/** The rules for several scenarios that hold for these ones, each with the scenario. */
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

/** As comparisons take them: the scenario's own and the wider ones. */
export async function comparisonRulesOf(
  models: Models,
  of: { projectId: string; scenarioLabel: string },
): Promise<ComparisonRule[]> {
  return (await rulesOfLabel(models, of))?.comparisonRules ?? [];
}
