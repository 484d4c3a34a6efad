import { inapplicable } from "../../../audit/finding.ts";
import { choiceKeys } from "../choiceKeys.ts";
import { judgeCookies } from "../keyResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const cookieAfterReject: PrivacyCheck = {
  rule: "cookie-after-reject",
  severity: "serious",
  mostPoints: 35,
  title: "After rejection, only necessary cookies are set.",
  fault: "Non-essential cookie is set after rejection",
  help: "Stop the scripts that set these cookies once the visitor has rejected, and delete those that were set before.",
  run: ({ rejected, accepted, necessaryNames }) =>
    rejected.state === "measured"
      ? judgeCookies(rejected.snapshot.cookies, [...necessaryNames, ...choiceKeys(rejected, accepted)], {
          when: "after everything had been rejected",
          leftOver: "was set before the choice and is still there after everything was rejected",
          nothing: "No cookie is there after everything was rejected.",
          allNecessary: "Only necessary or short-lived cookies are there after everything was rejected.",
        })
      : inapplicable("The rejected state was not reached."),
};
