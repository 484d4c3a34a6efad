// Since when a finding stands, carried from run to run: nobody has to read the runs in between, which may be gone.

type FirstSeen = { runId: string; at: Date };
type Before = { fingerprint: string; firstSeen?: FirstSeen | null; timesSeen?: number | null };
/** Findings of one run that were seen equally often since the same run. */
export type Sighting = { firstSeen: FirstSeen; timesSeen: number; fingerprints: string[] };

/** `previous`: the comparable run before; null: there was none. Findings of runs that did not count begin with that run. */
export function sightingsSince(
  now: { runId: string; at: Date; fingerprints: readonly string[] },
  previous: { runId: string; at: Date; findings: readonly Before[] } | null,
): Sighting[] {
  const known = new Map(previous?.findings.map((one) => [one.fingerprint, one]));
  const groups = new Map<string, Sighting>();
  for (const fingerprint of now.fingerprints) {
    const before = known.get(fingerprint);
    const firstSeen =
      before === undefined || previous === null
        ? { runId: now.runId, at: now.at }
        : (before.firstSeen ?? { runId: previous.runId, at: previous.at });
    const timesSeen = before === undefined ? 1 : (before.timesSeen ?? 1) + 1;
    const key = `${firstSeen.runId}:${timesSeen}`;
    const group = groups.get(key) ?? { firstSeen, timesSeen, fingerprints: [] };
    group.fingerprints.push(fingerprint);
    groups.set(key, group);
  }
  return [...groups.values()];
}
