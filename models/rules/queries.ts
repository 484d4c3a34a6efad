// Queries for comparison rules and content rules.
import type { Models } from "../index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "./schema.ts";

export const comparisonRulesOfProject = (models: Models, projectId: string): Promise<ComparisonRuleRecord[]> =>
  models.comparisonRules.find({ projectId }).lean<ComparisonRuleRecord[]>().exec();

export const contentRulesOfProject = (models: Models, projectId: string): Promise<ContentRuleRecord[]> =>
  models.contentRules.find({ projectId }).lean<ContentRuleRecord[]>().exec();

type RulesOf = { projectId: string; scenarioLabel?: string };

/** Returns the comparison rules of a project or of one scenario, sorted by id; all of them without a `limit`. */
export function orderedComparisonRules(models: Models, of: RulesOf, limit = 0): Promise<ComparisonRuleRecord[]> {
  return models.comparisonRules.find(of).sort({ _id: 1 }).limit(limit).lean<ComparisonRuleRecord[]>();
}

/** Returns the content rules of a project or of one scenario, sorted by id; all of them without a `limit`. */
export function orderedContentRules(models: Models, of: RulesOf, limit = 0): Promise<ContentRuleRecord[]> {
  return models.contentRules.find(of).sort({ _id: 1 }).limit(limit).lean<ContentRuleRecord[]>();
}
