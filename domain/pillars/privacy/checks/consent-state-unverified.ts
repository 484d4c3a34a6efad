import { type CheckResult, inapplicable, passed, review } from "../../../audit/finding.ts";
import { coverageOf } from "../coverage.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const consentStateUnverified: PrivacyCheck = {
  rule: "consent-state-unverified",
  severity: "moderate",
  mostPoints: 0,
  title: "The page could be measured after rejecting and after accepting.",
  fault: "Consent state was not measured",
  help: "Check the page manually, or set the banner's buttons in the project's privacy settings (consent.acceptSelector and consent.rejectSelector).",
  run({ banner, rejected, accepted }) {
    if (banner === null) return inapplicable("The page does not ask for consent.");
    const choices = [
      ["rejected", rejected],
      ["accepted", accepted],
    ] as const;
    const { sentence } = coverageOf({ banner, rejected, accepted });
    const told = sentence === null ? "" : `${sentence} `;
    const results = choices.flatMap(([name, chosen]): CheckResult[] =>
      chosen.state === "measured"
        ? []
        : [
            review(`The state after everything is ${name} was not measured. ${told}${chosen.reason}`, name, {
              evidence: { code: chosen.code, method: chosen.method, cmp: chosen.cmp },
            }),
          ],
    );
    return results.length > 0 ? results : passed("Both choices were made and verified.");
  },
};
