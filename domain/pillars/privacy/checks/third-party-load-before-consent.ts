import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { startedBy } from "../beaconResults.ts";
import type { PartyFact } from "../gathered.ts";
import { LOADS, type Load } from "../loads.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

/** Categories that other checks cover, that ask for consent, or that the site itself is built with. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "ad",
  "analytics",
  "social",
  "marketing",
  "video",
  "customer-success",
  "tag-manager",
  "consent-provider",
  "hosting",
]);
const LOADED: Readonly<Record<Load, (name: string) => string>> = {
  font: (name) => `Fonts of ${name} were`,
  map: (name) => `A map of ${name} was`,
  script: (name) => `Scripts of ${name} were`,
};
const HELP: Readonly<Record<Load, string>> = {
  font: "Serve the fonts from your own host.",
  map: "Show an image of the map, and load it after a click.",
  script: "Serve the scripts from your own host, or load them after the visitor has agreed.",
};

export const thirdPartyLoadBeforeConsent: PrivacyCheck = {
  rule: "third-party-load-before-consent",
  severity: "minor",
  mostPoints: 10,
  title: "Before a choice, fonts, maps and scripts come from the site itself.",
  fault: "Third-party font, map or script loaded before consent",
  help: "Each of them sends the visitor's IP address and the page to the third party. Host fonts and scripts yourself, and load maps after a click.",
  run({ before }) {
    const others = before.parties.filter(({ category }) => !ELSEWHERE.has(category ?? ""));
    const results = others.flatMap(judge);
    if (results.length > 0) return results;
    return before.parties.length === 0
      ? inapplicable("The page sends no third-party requests before a choice.")
      : passed("No fonts, maps or scripts of third parties are loaded before a choice.");
  },
};

/**
 * Fonts and maps can always be delayed or self-hosted; scripts of a service that the site needs may not. An unknown host may belong to the
 * site itself.
 */
function judge(party: PartyFact): CheckResult[] {
  const loads = loadsOf(party);
  const name = party.entity === null ? party.site : `${party.entity} (${party.site})`;
  return loads.map((load) => {
    const message = `${LOADED[load](name)} loaded before any choice was made${startedBy(party.initiator)}. ${HELP[load]}`;
    const evidence = {
      site: party.site,
      entity: party.entity,
      category: party.category,
      load,
      types: party.types,
      initiator: party.initiator,
    };
    const target = `${load} ${party.site}`;
    if (party.entity === null || (load === "script" && party.category === "utility"))
      return review(message, target, { evidence });
    return load === "script" ? warning(message, target, { evidence }) : failed(message, target, { evidence });
  });
}

/** Data of earlier versions has only the request types. */
const loadsOf = ({ loads, types }: PartyFact): readonly Load[] =>
  loads ?? LOADS.filter((load) => load !== "map" && types.includes(load));
