// A rule of the SEO pillar.
import type { Check } from "../../audit/finding.ts";

export type SeoCheck<G> = Check<G> & {
  /**
   * How much the rule counts in the score: 10 where the page is not found at all without it, 4 to 8 for what results show
   * and how copies are distinguished, 2 to 4 for what helps to understand the page, 1 to 2 for the rest. Its effect in the
   * results of a search decides, not how hard it is to mend.
   */
  weight: number;
};
