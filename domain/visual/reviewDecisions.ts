// Decisions that a person can make about a result.

/** `ignored`: the difference does not count, here and in later runs, until the decision ends; the baseline is unchanged. */
export const REVIEW_DECISIONS = ["approved", "rejected", "later", "ignored"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];
