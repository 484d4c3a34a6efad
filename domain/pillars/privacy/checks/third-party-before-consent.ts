import { type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { startedBy } from "../beaconResults.ts";
import type { PartyFact } from "../gathered.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

/** Outcome by category of third-party-web: advertising and analytics depend on recognizing visitors; other categories may have other purposes. */
const BY_CATEGORY: Readonly<Record<string, { outcome: "failed" | "warning"; what: string }>> = {
  ad: { outcome: "failed", what: "an advertiser" },
  analytics: { outcome: "failed", what: "an analytics service" },
  social: { outcome: "warning", what: "a social network" },
  marketing: { outcome: "warning", what: "a marketing service" },
  video: { outcome: "warning", what: "a video service" },
  "customer-success": { outcome: "warning", what: "a service for customer contact" },
  "tag-manager": { outcome: "warning", what: "a tag manager" },
};

export const thirdPartyBeforeConsent: PrivacyCheck = {
  rule: "third-party-before-consent",
  severity: "moderate",
  mostPoints: 20,
  title: "Before a choice, no requests go to advertising or analytics services.",
  fault: "Third-party tracker is contacted before consent",
  help: "Load the scripts and images of these services only after the visitor has agreed: each request sends them the visitor's IP address and the page.",
  run({ before }) {
    if (before.parties.length === 0) return inapplicable("The page sends no third-party requests before a choice.");
    const results = before.parties.flatMap(judge);
    const sites = before.parties.length;
    return results.length > 0
      ? results
      : passed(`None of the ${sites} contacted third-party sites is known to track visitors.`);
  },
};

function judge(party: PartyFact): CheckResult[] {
  const row = BY_CATEGORY[party.category ?? ""];
  if (row === undefined) return [];
  const times = party.requests === 1 ? "one request" : `${party.requests} requests`;
  const name = party.entity === null ? party.site : `${party.entity} (${party.site})`;
  const hidden = party.alias === undefined ? "" : ` behind the name ${party.alias} (CNAME)`;
  const message = `${name}, ${row.what}, was sent ${times}${hidden} before any choice was made${startedBy(party.initiator)}.`;
  const evidence = {
    site: party.site,
    entity: party.entity,
    category: party.category,
    requests: party.requests,
    types: party.types,
    initiator: party.initiator,
    ...(party.alias === undefined ? {} : { alias: party.alias }),
  };
  return row.outcome === "failed"
    ? [failed(message, party.site, { evidence })]
    : [warning(message, party.site, { severity: "minor", evidence })];
}
