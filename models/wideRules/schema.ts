import type { WideKind } from "../../domain/visual/wideRules/wideRule.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** A rule for several scenarios. There is one per scope, kind and selector: setting it again replaces its value. */
export type WideRuleRecord = {
  _id: string;
  projectId: string;
  /** `project`, `tag:<tag>` or `path:<pattern>`. */
  scope: string;
  kind: WideKind;
  /** "" for a tolerance, which applies to whole screenshots. */
  selector: string;
  value: string;
  createdAt: Date;
};

export const wideRuleSchema = document<WideRuleRecord>({
  _id: required(String),
  projectId: required(String),
  scope: required(String),
  kind: required(String),
  selector: { type: String, default: "" },
  value: required(String),
  createdAt: required(Date),
});
describeCollection(wideRuleSchema, { holds: "A rule for all scenarios of a project, or for those of a tag or path." });
wideRuleSchema.index({ projectId: 1, scope: 1, kind: 1, selector: 1 }, { unique: true });
