// Compares two runs of one type: what is better, worse, new, gone, and what still fails.

import type { Severity } from "../words/severities.ts";

export const OUTCOME_KINDS = ["result", "scenario", "page", "finding", "pillar"] as const;
/** Kind of the outcome, and the id of its own screen. `fault`: description of a finding for people. */
export type About = { kind: (typeof OUTCOME_KINDS)[number]; id: string; fault?: Fault };
/** `page`: path, "3 pages" or the whole site. `target`: "" for the page itself. */
export type Fault = { title: string; page: string; target: string; severity: Severity };

/** A part of a run that the other run may have too. `rank`: 0 is good, higher is worse; within a rank, a higher `value` is worse. */
export type Outcome = { key: string; name: string; rank: number; value: number; says: string; about: About };

/** `about`: from the later run, or from the earlier one for what is gone. */
export type Change = { name: string; from: string | null; to: string | null; about: About };
export type RunComparison = {
  better: Change[];
  worse: Change[];
  appeared: Change[];
  vanished: Change[];
  /** Unchanged outcomes that are not good. */
  still: Change[];
  /** Number of unchanged outcomes, including `still`. */
  unchanged: number;
};

/** Values with a smaller difference count as equal, because scores and percentages are measured. */
const STEADY = 0.01;

/** Compares the outcomes. The largest changes come first; new and remaining ones are sorted worst first. */
export function compareOutcomes(before: readonly Outcome[], after: readonly Outcome[]): RunComparison {
  const old = new Map(before.map((one) => [one.key, one]));
  const kept = new Set<string>();
  const better: [number, Change][] = [];
  const worse: [number, Change][] = [];
  const appeared: Outcome[] = [];
  const still: Outcome[] = [];
  let unchanged = 0;
  for (const now of after) {
    const then = old.get(now.key);
    if (!then) {
      appeared.push(now);
      continue;
    }
    kept.add(now.key);
    const ranks = now.rank - then.rank;
    const values = now.value - then.value;
    if (ranks === 0 && Math.abs(values) < STEADY) {
      unchanged++;
      if (now.rank > 0) still.push(now);
      continue;
    }
    // A change of rank outweighs any change within a rank.
    const size = ranks !== 0 ? ranks * 1_000 : values;
    (size > 0 ? worse : better).push([
      Math.abs(size),
      { name: now.name, from: then.says, to: now.says, about: now.about },
    ]);
  }
  const vanished = before.filter(({ key }) => !kept.has(key));
  const listed = (changes: [number, Change][]) => changes.sort(([a], [b]) => b - a).map(([, change]) => change);
  const worstFirst = (all: Outcome[]) => all.toSorted((a, b) => b.rank - a.rank || b.value - a.value);
  return {
    better: listed(better),
    worse: listed(worse),
    appeared: worstFirst(appeared).map(({ name, says, about }) => ({ name, from: null, to: says, about })),
    vanished: worstFirst(vanished).map(({ name, says, about }) => ({ name, from: says, to: null, about })),
    still: worstFirst(still).map(({ name, says, about }) => ({ name, from: says, to: says, about })),
    unchanged,
  };
}
