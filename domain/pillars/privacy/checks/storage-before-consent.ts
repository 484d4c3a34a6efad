import { judgeStorage } from "../keyResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const storageBeforeConsent: PrivacyCheck = {
  rule: "storage-before-consent",
  severity: "serious",
  mostPoints: 25,
  title: "Before a choice, no tracking data is stored in the browser.",
  fault: "Tracking data is stored before consent",
  help: "Write identifiers to localStorage, sessionStorage or a database only after the visitor has agreed. A key that the page needs can be listed as necessary in the project.",
  run: ({ before, necessaryNames }) =>
    judgeStorage(before.storage, necessaryNames, {
      when: "before any choice was made",
      nothing: "Nothing was kept in the browser's storage before a choice.",
      allNecessary: "Nothing in the browser's storage before a choice follows visitors.",
    }),
};
