// Type of an SEO rule.
import type { Check } from "../../audit/finding.ts";

export type SeoCheck<G> = Check<G> & {
  /**
   * Weight of the rule in the score: 10 if the page cannot be found without it, 4 to 8 for what search results show
   * and how duplicates are distinguished, 2 to 4 for what helps to understand the page, 1 to 2 for the rest. Depends on its effect in
   * search results, not on the effort of a fix.
   */
  weight: number;
};
