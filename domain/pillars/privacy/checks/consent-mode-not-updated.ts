import { type CheckResult, failed, inapplicable, passed } from "../../../audit/finding.ts";
import { grantedTypes, inForce } from "../consentMode.ts";
import type { ChosenState } from "../gathered.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const consentModeNotUpdated: PrivacyCheck = {
  rule: "consent-mode-not-updated",
  severity: "moderate",
  mostPoints: 20,
  title: "Consent mode follows the visitor's choice.",
  fault: "Consent mode ignores the visitor's choice",
  help: "Call gtag('consent', 'update', …) when the visitor chooses, and on every later page: granted after accepting, denied after rejecting.",
  run({ before, rejected, accepted }) {
    if (before.consentCalls.flat().length === 0) return inapplicable("The page does not use consent mode.");
    const results: CheckResult[] = [];
    const afterReject = grantedAfter(rejected);
    const afterAccept = grantedAfter(accepted);
    if (afterReject === undefined && afterAccept === undefined)
      return inapplicable("Neither choice could be made, so what consent mode does after it is not known.");
    // Over all documents, because tags run as soon as one document grants a type.
    const leaked = [...new Set(afterReject?.flat())];
    if (leaked.length > 0)
      results.push(
        failed(`After everything was rejected, consent mode is granted for ${leaked.join(", ")}.`, "rejected", {
          severity: "serious",
          evidence: { granted: leaked },
        }),
      );
    if (afterAccept?.every((granted) => granted.length === 0))
      results.push(
        failed("After everything was accepted, consent mode is still denied for all tracking.", "accepted", {
          evidence: { documents: afterAccept.length },
        }),
      );
    return results.length > 0 ? results : passed("Consent mode follows the choice.");
  },
};

/** Returns the granted types in each document of the state, or undefined if the state was not reached. */
function grantedAfter(chosen: ChosenState): string[][] | undefined {
  return chosen.state === "measured"
    ? chosen.snapshot.consentCalls.map((calls) => grantedTypes(inForce(calls)))
    : undefined;
}
