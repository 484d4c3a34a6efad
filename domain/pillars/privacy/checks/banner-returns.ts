import { type CheckResult, failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const bannerReturns: PrivacyCheck = {
  rule: "banner-returns",
  severity: "moderate",
  mostPoints: 10,
  title: "The choice is remembered.",
  fault: "Consent choice is not remembered",
  help: "Keep the visitor's choice in a cookie or in storage, and ask again only when it has expired.",
  run({ banner, rejected, accepted }) {
    if (banner === null) return inapplicable("The page asks for no consent.");
    const choices = [
      ["rejected", rejected],
      ["accepted", accepted],
    ] as const;
    const results = choices.flatMap(([name, state]): CheckResult[] => {
      if (state.state === "measured" || state.code !== "banner_returns") return [];
      return state.pressed
        ? [failed(`The banner asked again when the page was opened after everything had been ${name}.`, name)]
        : [review(`The banner asked again after everything had been ${name}, but it may only have been hidden.`, name)];
    });
    if (results.length > 0) return results;
    return choices.some(([, state]) => state.state === "measured")
      ? passed("The banner stayed away after the choice.")
      : inapplicable("No choice could be made, so whether it is remembered is not known.");
  },
};
