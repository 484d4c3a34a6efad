// Ids of the screenshots of a run. The dashboard makes them too, so this file imports nothing.

/** Shots of a run are numbered from 0 in the order of the plan; the id is the same however often a plan is retried. */
export function shotIdOf(runId: string, index: number): string {
  return `${runId}-${String(index).padStart(5, "0")}`;
}

/** The run of a shot; undefined: no shot has such an id. */
export const runIdOfShot = (shotId: string): string | undefined => /^(.+)-\d+$/.exec(shotId)?.[1];
