// Determines which of the three states a page's score covers, and the remark if it does not cover all.
import type { ChoiceFailure, ChosenState, PrivacyData } from "./gathered.ts";

export type CoveredState = "before" | "rejected" | "accepted";

export type Coverage = {
  states: CoveredState[];
  /** Whether the state after rejecting is known, or the page has no banner. */
  complete: boolean;
  /** Sentence about what is not covered; null if everything is. */
  sentence: string | null;
};

/** Maximum score if not all states are covered, because the missing state may be the worst. */
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

/** If a banner can be accepted but has no button to reject, the rule `reject-missing` reports it. */
function rejectKnown(rejected: ChosenState, accepted: ChosenState): boolean {
  return rejected.state === "measured" || (rejected.code === "no_button" && accepted.state === "measured");
}

/** Why a choice could not be made, without text from the page, because the reason is shown where no page content is quoted. */
const WHY: Readonly<Record<ChoiceFailure, string>> = {
  no_banner: "The consent banner was not there on the next visit.",
  unreadable: "None of the consent banner's buttons could be read as accepting or rejecting.",
  no_button: "No button of the consent banner rejects or accepts everything.",
  choice_failed: "No way to reject everything was found in the consent banner.",
  banner_stays: "The consent banner stayed open after its button was pressed.",
  endless_banners: "After each answer there was another consent banner.",
  not_written: "The consent banner closed, and nothing that keeps the choice was seen.",
  self_test_failed: "The banner rule's test reports that the choice was not saved.",
  banner_returns: "The consent banner came back when the page was opened again.",
  visit_failed: "The page could not be visited once more to reject.",
};

/** Returns the reason why a page is not measured, and what to do about it. */
export function whyNotMeasured(rejected: ChosenState): string {
  const why = rejected.state === "measured" ? "" : ` ${WHY[rejected.code]}`;
  return `Before consent nothing failed, and what happens after everything is rejected could not be measured.${why} Name the banner's buttons in the project's privacy settings (consent.acceptSelector and consent.rejectSelector).`;
}
