import { inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const rejectMissing: PrivacyCheck = {
  rule: "reject-missing",
  severity: "moderate",
  mostPoints: 10,
  title: "Refusing is as easy as accepting.",
  fault: "Consent banner has no reject button",
  help: "Add a “Reject all” button next to “Accept all” in the first layer of the banner.",
  run({ banner, rejected }) {
    if (banner === null) return inapplicable("The page asks for no consent.");
    if (banner.rejectLabel !== null || (rejected.state === "measured" && rejected.clicks === 1))
      return passed("The banner offers to reject in one step.");
    const evidence = { ...banner, clicksToReject: rejected.state === "measured" ? rejected.clicks : null };
    if (banner.acceptLabel === null)
      return review("The buttons of the consent banner could not be identified by their text.", "", { evidence });
    const clicks =
      rejected.state === "measured" && rejected.clicks !== null ? `; it took ${plural(rejected.clicks, "step")}` : "";
    return warning(
      `The banner's first layer has a button to accept ("${banner.acceptLabel}") but none to reject${clicks}.`,
      "",
      { evidence },
    );
  },
};
