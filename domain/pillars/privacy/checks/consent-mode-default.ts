import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { grantedTypes, inForce, TRACKING_TYPES } from "../consentMode.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const consentModeDefault: PrivacyCheck = {
  rule: "consent-mode-default",
  severity: "serious",
  mostPoints: 20,
  title: "Consent mode starts as denied.",
  fault: "Consent mode does not start as denied",
  help: "Call gtag('consent', 'default', …) with denied for advertising and analytics before any tag, and update it after the choice.",
  run({ before }) {
    const calls = before.consentCalls.flat();
    if (calls.length === 0) return inapplicable("The page does not use consent mode.");
    const defaults = calls.filter(({ command }) => command === "default");
    const evidence = { calls: calls.slice(0, 10) };
    if (defaults.length === 0)
      return warning("Consent mode is updated but has no default: tags run as if all were granted until then.", "", {
        severity: "moderate",
        evidence,
      });
    const everywhere = defaults.filter(({ regions }) => regions === null);
    const granted = grantedTypes(Object.assign({}, ...everywhere.map(({ types }) => types)));
    const deniedSomewhere = defaults.some(
      ({ regions, types }) => regions !== null && TRACKING_TYPES.some((type) => types[type] === "denied"),
    );
    if (granted.length === 0) {
      const updated = [...new Set(before.consentCalls.flatMap((some) => grantedTypes(inForce(some))))];
      if (updated.length === 0) return passed("Consent mode starts with nothing granted.");
      const types = updated.join(", ");
      return failed(`Consent mode is updated to granted for ${types} before any choice was made.`, "", { evidence });
    }
    const list = granted.join(", ");
    return deniedSomewhere
      ? warning(`Consent mode starts as granted for ${list} outside of the regions that are listed.`, "", {
          severity: "minor",
          evidence,
        })
      : failed(`Consent mode starts as granted for ${list}, before any choice was made.`, "", { evidence });
  },
};
