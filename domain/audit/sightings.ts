// Since when a finding stands, carried from run to run: nobody has to read the runs in between, which may be gone.
import { namesIn } from "./causes.ts";

type FirstSeen = { runId: string; at: Date };
type Named = { fingerprint: string; cause?: string | null; pages?: unknown };
type Before = Named & { firstSeen?: FirstSeen | null; timesSeen?: number | null };
/** Findings of one run that were seen equally often since the same run. */
export type Sighting = { firstSeen: FirstSeen; timesSeen: number; fingerprints: string[] };

/**
 * `previous`: the comparable run before; null: there was none. Findings of runs that did not count begin with that run. A finding
 * that came to stand for several pages, or no longer does, goes on from the longest known of them.
 */
export function sightingsSince(
  now: { runId: string; at: Date; findings: readonly Named[] },
  previous: { runId: string; at: Date; findings: readonly Before[] } | null,
): Sighting[] {
  const nameOf = namesIn(now.findings, previous?.findings ?? []);
  const known = new Map<string, Before>();
  for (const one of previous?.findings ?? []) {
    const name = nameOf(one);
    if ((one.timesSeen ?? 1) > (known.get(name)?.timesSeen ?? 0)) known.set(name, one);
  }
  const groups = new Map<string, Sighting>();
  for (const finding of now.findings) {
    const before = known.get(nameOf(finding));
    const firstSeen =
      before === undefined || previous === null
        ? { runId: now.runId, at: now.at }
        : (before.firstSeen ?? { runId: previous.runId, at: previous.at });
    const timesSeen = before === undefined ? 1 : (before.timesSeen ?? 1) + 1;
    const key = `${firstSeen.runId}:${timesSeen}`;
    const group = groups.get(key) ?? { firstSeen, timesSeen, fingerprints: [] };
    group.fingerprints.push(finding.fingerprint);
    groups.set(key, group);
  }
  return [...groups.values()];
}
