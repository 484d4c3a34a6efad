// Ids of the screenshots of a run. The dashboard also creates them, so this file imports nothing.

/**
 * Returns the id of a screenshot. Screenshots are numbered from 0 in the order of the plan, so the id stays the same however often the
 * plan is retried.
 */
export function shotIdOf(runId: string, index: number): string {
  return `${runId}-${String(index).padStart(5, "0")}`;
}

/** Returns the index of a screenshot in its run, or undefined if the id is not a screenshot's. */
export function shotIndexOf(shotId: string): number | undefined {
  const index = /-(\d+)$/.exec(shotId)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Returns the run id of a screenshot, or undefined if the id is not a screenshot's. */
export const runIdOfShot = (shotId: string): string | undefined => /^(.+)-\d+$/.exec(shotId)?.[1];
