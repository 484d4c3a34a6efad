import { inapplicable } from "../../../audit/finding.ts";
import { choiceKeys } from "../choiceKeys.ts";
import { judgeStorage } from "../keyResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const storageAfterReject: PrivacyCheck = {
  rule: "storage-after-reject",
  severity: "serious",
  mostPoints: 30,
  title: "After rejection, no tracking data is stored in the browser.",
  fault: "Tracking data is stored after rejection",
  help: "Stop the scripts that write these keys once the visitor has rejected, and remove those that were written before.",
  run: ({ rejected, accepted, necessaryNames }) =>
    rejected.state === "measured"
      ? judgeStorage(rejected.snapshot.storage, [...necessaryNames, ...choiceKeys(rejected, accepted)], {
          when: "after everything had been rejected",
          leftOver: "was written before the choice and is still there after everything was rejected",
          nothing: "Nothing is in the browser's storage after everything was rejected.",
          allNecessary: "Nothing in the browser's storage after rejecting follows visitors.",
        })
      : inapplicable("The rejected state was not reached."),
};
