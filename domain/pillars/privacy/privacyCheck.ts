// A rule of the privacy pillar.
import type { Check } from "../../audit/finding.ts";
import type { PrivacyInput } from "./gathered.ts";

export type PrivacyCheck = Check<PrivacyInput> & {
  /** Points of the score that the rule can cost at most, whatever the number of its findings. */
  mostPoints: number;
};
