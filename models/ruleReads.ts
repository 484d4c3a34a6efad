// What is asked about the rules of comparisons and of contents.
import type { Models } from "./index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "./rule.ts";

/** All comparison rules of a project. */
export const comparisonRulesOfProject = (models: Models, projectId: string): Promise<ComparisonRuleRecord[]> =>
  models.comparisonRules.find({ projectId }).lean<ComparisonRuleRecord[]>().exec();

/** All content rules of a project. */
export const contentRulesOfProject = (models: Models, projectId: string): Promise<ContentRuleRecord[]> =>
  models.contentRules.find({ projectId }).lean<ContentRuleRecord[]>().exec();
