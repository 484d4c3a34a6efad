// What is asked about the rules of comparisons and of contents.
import type { Models } from "../index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "./schema.ts";

/** All comparison rules of a project. */
export const comparisonRulesOfProject = (models: Models, projectId: string): Promise<ComparisonRuleRecord[]> =>
  models.comparisonRules.find({ projectId }).lean<ComparisonRuleRecord[]>().exec();

/** All content rules of a project. */
export const contentRulesOfProject = (models: Models, projectId: string): Promise<ContentRuleRecord[]> =>
  models.contentRules.find({ projectId }).lean<ContentRuleRecord[]>().exec();

type RulesOf = { projectId: string; scenarioLabel?: string };

/** The comparison rules of a project or of one scenario, in the order of their ids; all of them without a `limit`. */
export function orderedComparisonRules(models: Models, of: RulesOf, limit = 0): Promise<ComparisonRuleRecord[]> {
  return models.comparisonRules.find(of).sort({ _id: 1 }).limit(limit).lean<ComparisonRuleRecord[]>();
}

/** The content rules of a project or of one scenario, in the order of their ids; all of them without a `limit`. */
export function orderedContentRules(models: Models, of: RulesOf, limit = 0): Promise<ContentRuleRecord[]> {
  return models.contentRules.find(of).sort({ _id: 1 }).limit(limit).lean<ContentRuleRecord[]>();
}
