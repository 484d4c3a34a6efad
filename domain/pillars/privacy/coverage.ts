// Which of the three states a page's score speaks of, and what is said where it speaks of a part.
import type { ChosenState, PrivacyData } from "./gathered.ts";

export type CoveredState = "before" | "rejected" | "accepted";

export type Coverage = {
  states: CoveredState[];
  /** What happens after rejecting is known, or the page asks nothing. */
  complete: boolean;
  /** A sentence where something is not covered; null otherwise. */
  sentence: string | null;
};

/** A score of a part of what is judged: the states that matter most may be the worst. */
export const MOST_OF_A_PART = 50;

export function coverageOf({
  banner,
  rejected,
  accepted,
}: Pick<PrivacyData, "banner" | "rejected" | "accepted">): Coverage {
  if (banner === null) return { states: ["before"], complete: true, sentence: null };
  const states: CoveredState[] = [
    "before",
    ...(rejected.state === "measured" ? (["rejected"] as const) : []),
    ...(accepted.state === "measured" ? (["accepted"] as const) : []),
  ];
  const complete = rejectKnown(rejected, accepted);
  if (complete) return { states, complete, sentence: null };
  const sentence =
    states.length === 1
      ? "Neither choice in the consent banner could be made, so the score covers the state before consent only."
      : "What happens after everything is rejected is not known, so the score covers the states before consent and after accepting only.";
  return { states, complete, sentence };
}

/** A banner that can be accepted and has no button to reject says so itself (`reject-missing`). */
function rejectKnown(rejected: ChosenState, accepted: ChosenState): boolean {
  return rejected.state === "measured" || (rejected.code === "no_button" && accepted.state === "measured");
}
