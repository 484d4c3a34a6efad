// What a person can decide about a result.

/** `ignored`: its difference does not count, here and in later runs until the decision ends; the baseline stays. */
export const REVIEW_DECISIONS = ["approved", "rejected", "later", "ignored"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];
