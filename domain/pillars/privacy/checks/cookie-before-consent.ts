import { judgeCookies } from "../keyResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const cookieBeforeConsent: PrivacyCheck = {
  rule: "cookie-before-consent",
  severity: "serious",
  mostPoints: 30,
  title: "Before a choice, only necessary cookies are set.",
  fault: "Non-essential cookie is set before consent",
  help: "Set analytics and advertising cookies only after the visitor has agreed. A cookie that the page needs can be listed as necessary in the project.",
  run: ({ before, necessaryNames }) =>
    judgeCookies(before.cookies, necessaryNames, {
      when: "before any choice was made",
      nothing: "No cookie was set before a choice.",
      allNecessary: "Only necessary or short-lived cookies were set before a choice.",
    }),
};
