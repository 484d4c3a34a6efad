// A project's rules, by the scenario they are for.
import type { ComparisonRule, ContentRule } from "../../domain/visual/shot.ts";
import type { Models } from "../../models/index.ts";
import { comparisonRulesOfProject, contentRulesOfProject } from "../../models/rules/queries.ts";

export type ProjectRules = { comparison(label: string): ComparisonRule[]; content(label: string): ContentRule[] };

export async function rulesOf(models: Models, projectId: string): Promise<ProjectRules> {
  const [comparison, content] = await Promise.all([
    comparisonRulesOfProject(models, projectId),
    contentRulesOfProject(models, projectId),
  ]);
  return {
    comparison: (label) =>
      comparison
        .filter((r) => r.scenarioLabel === label)
        .map((r) => ({ id: r._id, selector: r.selector, mode: r.mode })),
    content: (label) =>
      content
        .filter((r) => r.scenarioLabel === label)
        .map((r) => ({ id: r._id, selector: r.selector, normalize: r.normalize })),
  };
}
