// Type of a privacy rule.
import type { Check } from "../../audit/finding.ts";
import type { PrivacyInput } from "./gathered.ts";

export type PrivacyCheck = Check<PrivacyInput> & {
  /** Maximum number of points that the rule can cost, regardless of the number of findings. */
  mostPoints: number;
};
