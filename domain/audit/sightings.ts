// Carries from run to run since when a finding has existed, so that nobody has to read the runs in between, which may be deleted.
import { namesIn } from "./causes.ts";
import type { Outcome } from "./finding.ts";

type FirstSeen = { runId: string; at: Date };
type Named = { fingerprint: string; cause?: string | null; pages?: unknown };
type Before = Named & {
  outcome: Outcome;
  firstSeen?: FirstSeen | null;
  timesSeen?: number | null;
  failedBefore?: boolean | null;
};
/** Findings of one run with the same first run and the same number of sightings. `failedBefore`: whether they failed in one of the earlier ones. */
export type Sighting = { firstSeen: FirstSeen; timesSeen: number; failedBefore: boolean; fingerprints: string[] };

/**
 * Returns since when each finding has been seen. `previous`: the previous comparable run, or null; findings that it recorded without a
 * first sighting count from that run. A finding that starts or stops standing for several pages continues from the longest known of its
 * findings.
 */
export function sightingsSince(
  now: { runId: string; at: Date; findings: readonly Named[] },
  previous: { runId: string; at: Date; findings: readonly Before[] } | null,
): Sighting[] {
  const nameOf = namesIn(now.findings, previous?.findings ?? []);
  const known = new Map<string, Before>();
  const failed = new Set<string>();
  for (const one of previous?.findings ?? []) {
    const name = nameOf(one);
    if (one.outcome === "failed" || one.failedBefore) failed.add(name);
    if ((one.timesSeen ?? 1) > (known.get(name)?.timesSeen ?? 0)) known.set(name, one);
  }
  const groups = new Map<string, Sighting>();
  for (const finding of now.findings) {
    const name = nameOf(finding);
    const before = known.get(name);
    const failedBefore = failed.has(name);
    const firstSeen =
      before === undefined || previous === null
        ? { runId: now.runId, at: now.at }
        : (before.firstSeen ?? { runId: previous.runId, at: previous.at });
    const timesSeen = before === undefined ? 1 : (before.timesSeen ?? 1) + 1;
    const key = `${firstSeen.runId}:${timesSeen}:${failedBefore}`;
    const group = groups.get(key) ?? { firstSeen, timesSeen, failedBefore, fingerprints: [] };
    group.fingerprints.push(finding.fingerprint);
    groups.set(key, group);
  }
  return [...groups.values()];
}
