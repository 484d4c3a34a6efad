import type { ComparisonMode, Normalizer } from "../../domain/visual/shot.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** How a region of a scenario is compared. One rule per scenario and selector: setting it again replaces the mode. */
export type ComparisonRuleRecord = {
  _id: string;
  projectId: string;
  scenarioLabel: string;
  selector: string;
  mode: ComparisonMode;
  createdAt: Date;
};

export type ContentRuleRecord = {
  _id: string;
  projectId: string;
  scenarioLabel: string;
  selector: string;
  normalize: Normalizer;
  createdAt: Date;
};

const shared = {
  _id: required(String),
  projectId: required(String),
  scenarioLabel: required(String),
  selector: required(String),
  createdAt: required(Date),
};
export const comparisonRuleSchema = document<ComparisonRuleRecord>({ ...shared, mode: required(String) });
describeCollection(comparisonRuleSchema, { holds: "How a region of a scenario is compared." });
comparisonRuleSchema.index({ projectId: 1, scenarioLabel: 1, selector: 1 }, { unique: true });

export const contentRuleSchema = document<ContentRuleRecord>({ ...shared, normalize: required(String) });
describeCollection(contentRuleSchema, { holds: "What is replaced in a page before the shot." });
contentRuleSchema.index({ projectId: 1, scenarioLabel: 1, selector: 1 }, { unique: true });
