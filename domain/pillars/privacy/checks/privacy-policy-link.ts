import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const privacyPolicyLink: PrivacyCheck = {
  rule: "privacy-policy-link",
  severity: "minor",
  mostPoints: 5,
  title: "The page links to a privacy policy.",
  fault: "Page has no link to a privacy policy",
  help: "Link to the privacy policy from every page, for example in the footer.",
  run({ privacyLink, before, fields, banner }) {
    if (privacyLink !== null)
      return passed("The page links to a privacy policy.", "", { evidence: { link: privacyLink } });
    const collects =
      banner !== null ||
      fields > 0 ||
      before.cookies.length + before.storage.length + before.parties.length + before.beacons.length > 0;
    return collects
      ? warning("No link to a privacy notice was found on the page.")
      : inapplicable("The page collects nothing that was seen, and links to no privacy notice.");
  },
};
