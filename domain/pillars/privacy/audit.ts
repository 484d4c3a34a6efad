// Audits one page: its findings, its score, and what was found in each consent state.
import { type Checked, type Place, runChecks } from "../../audit/runChecks.ts";
import { sum } from "../../statistics.ts";
import { coverageOf, MAX_OF_A_PART, whyNotMeasured } from "./coverage.ts";
import type { ChosenState, PrivacyData, Snapshot } from "./gathered.ts";
import { stableName } from "./knownKeys.ts";
import { privacyScore } from "./score.ts";
import { PRIVACY_CHECKS } from "./table.ts";

export type PrivacyPageAudit = Checked & {
  /**
   * Null if there is a banner, rejecting could not be measured, and nothing failed. If something failed, the score covers the states that
   * were
   * reached (`details.covers`) and is limited to `MAX_OF_A_PART`.
   */
  score: number | null;
  metrics: Record<string, number | null>;
  status?: "not_measured";
  code?: string;
  reason?: string;
  details: Record<string, unknown>;
};

/** `necessaryNames`: cookies and keys that the project declares necessary; `*` at the end matches anything. */
export function auditPage(data: PrivacyData, necessaryNames: readonly string[], place: Place): PrivacyPageAudit {
  const { findings, rules } = runChecks(PRIVACY_CHECKS, { ...data, necessaryNames }, place);
  const coverage = coverageOf(data);
  // Accepting a failure does not undo that it was measured.
  const unknown = !coverage.complete && !findings.some(({ outcome, was }) => (was ?? outcome) === "failed");
  const points = privacyScore(findings);
  const rejected = data.rejected.state === "measured" ? data.rejected.snapshot : null;
  return {
    findings,
    rules,
    score: unknown ? null : coverage.complete ? points : Math.min(points, MAX_OF_A_PART),
    metrics: {
      cookiesBefore: data.before.cookies.length,
      beaconsBefore: sum(data.before.beacons.map(({ count }) => count)),
      thirdPartiesBefore: data.before.parties.length,
      cookiesAfterReject: rejected ? rejected.cookies.length : null,
      beaconsAfterReject: rejected ? sum(rejected.beacons.map(({ count }) => count)) : null,
      statesCovered: coverage.states.length,
    },
    ...(unknown
      ? { status: "not_measured" as const, code: "consent_not_measured", reason: whyNotMeasured(data.rejected) }
      : {}),
    details: {
      site: data.site,
      covers: coverage.states,
      ...(coverage.sentence === null ? {} : { coverage: coverage.sentence }),
      banner: data.banner,
      privacyLink: data.privacyLink,
      before: shown(data.before),
      rejected: shownChosen(data.rejected),
      accepted: shownChosen(data.accepted),
    },
  };
}

function shownChosen(chosen: ChosenState): Record<string, unknown> {
  if (chosen.state === "not_measured") return chosen;
  const { snapshot, ...rest } = chosen;
  return { ...rest, ...shown(snapshot) };
}

/** Limits the lists to at most 60 entries each, so that three states stay under 100 kB. */
function shown({
  cookies,
  storage,
  parties,
  beacons,
  fingerprints = [],
  consentCalls,
  cut,
}: Snapshot): Record<string, unknown> {
  return {
    cookies: cookies.slice(0, 60).map((cookie) => ({ ...cookie, name: stableName(cookie.name) })),
    storage: storage.slice(0, 60).map((entry) => ({ ...entry, key: stableName(entry.key) })),
    parties: parties.slice(0, 60),
    beacons: beacons.slice(0, 30),
    fingerprints: fingerprints.slice(0, 10),
    consentCalls: consentCalls.map((calls) => calls.slice(0, 10)),
    cut: cut || cookies.length > 60 || storage.length > 60 || parties.length > 60 || beacons.length > 30,
  };
}
