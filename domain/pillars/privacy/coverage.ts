// Which of the three states a page's score covers, and the remark where it covers only a part.
import type { ChoiceFailure, ChosenState, PrivacyData } from "./gathered.ts";

export type CoveredState = "before" | "rejected" | "accepted";

export type Coverage = {
  states: CoveredState[];
  /** What happens after rejecting is known, or the page asks nothing. */
  complete: boolean;
  /** A sentence where something is not covered; null otherwise. */
  sentence: string | null;
};

/** A score of a part of what is judged: the states that matter most may be the worst. */
export const MAX_OF_A_PART = 50;

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

/** Why a choice could not be made, in our own words alone: the reason of a page is shown where nothing of pages is quoted. */
const WHY: Readonly<Record<ChoiceFailure, string>> = {
  no_banner: "The consent banner was not there on the next visit.",
  unreadable: "None of the consent banner's buttons could be read as accepting or rejecting.",
  no_button: "No button of the consent banner rejects or accepts everything.",
  choice_failed: "No way to reject everything was found in the consent banner.",
  banner_stays: "The consent banner stayed open after its button was pressed.",
  endless_banners: "After each answer there was another consent banner.",
  not_written: "The consent banner closed, and nothing that keeps the choice was seen.",
  self_test_failed: "The test of the banner's rule says that the choice was not taken.",
  banner_returns: "The consent banner came back when the page was opened again.",
  visit_failed: "The page could not be visited once more to reject.",
};

/** The reason of a page that is not measured, and what to do. */
export function whyNotMeasured(rejected: ChosenState): string {
  const why = rejected.state === "measured" ? "" : ` ${WHY[rejected.code]}`;
  return `Before consent nothing failed, and what happens after everything is rejected could not be measured.${why} Name the banner's buttons in the project's privacy settings (consent.acceptSelector and consent.rejectSelector).`;
}
