import { type CheckResult, failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { startedBy } from "../beaconResults.ts";
import type { PartyFact } from "../gathered.ts";
import { LOADS, type Load } from "../loads.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

/** Judged by their purpose elsewhere, there to ask for consent, or what the site itself is made with. */
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
const MAX_RESULTS = 30;

export const thirdPartyLoadBeforeConsent: PrivacyCheck = {
  rule: "third-party-load-before-consent",
  severity: "minor",
  mostPoints: 10,
  title: "Before a choice, fonts, maps and scripts come from the site itself.",
  fault: "Third-party font, map or script loaded before consent",
  help: "Each of them sends the visitor's address and the page to the third party. Host fonts and scripts yourself, and load maps after a click.",
  run({ before }) {
    const others = before.parties.filter(({ category }) => !ELSEWHERE.has(category ?? ""));
    const results = others.flatMap(judge).slice(0, MAX_RESULTS);
    if (results.length > 0) return results;
    return before.parties.length === 0
      ? inapplicable("The page asks no other site for anything before a choice.")
      : passed("No fonts, maps or scripts of third parties are loaded before a choice.");
  },
};

/** Fonts and maps can always wait or be hosted; scripts of a service that the site needs may not. A host that nobody is known by may be the site's own. */
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

/** Data of earlier versions has the kinds of requests only. */
const loadsOf = ({ loads, types }: PartyFact): readonly Load[] =>
  loads ?? LOADS.filter((load) => load !== "map" && types.includes(load));
