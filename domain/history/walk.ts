// Computes the states of all places at every ancestor of a commit.
import type { Arrivals } from "./arrivals.ts";
import type { NumberedCommits } from "./graph.ts";
import { BEFORE_ALL, UNKNOWN } from "./standing.ts";
import { type AllStates, NONE, type States } from "./states.ts";

/** Maximum depth for merging merge bases of merge bases; only a ladder of crossed merges needs that much. */
const DEEPEST_BASES = 200;

type Version = {
  id: string;
  place: number;
  branch: string;
  prNumber: number | null;
  at: Date;
  comparedWith?: string | null;
};

type Input = {
  commits: NumberedCommits;
  states: AllStates;
  /** Sorted by time. */
  versions: readonly Version[];
  standing: Int32Array;
  places: number;
  mainBranch: string;
  /** One entry per commit: 1 for ancestors of the commit. */
  own: Uint8Array;
  arrivals: Arrivals;
};

/** Walks from the roots to one commit and returns its states. */
export function statesAlong(tip: number, input: Input): States {
  const { commits, states, versions, standing, places, own, arrivals } = input;
  const at = new Map<number, States>();
  const acceptedAt = Map.groupBy(versions.keys(), (version) => standing[version] ?? UNKNOWN);
  const roots = accepted(new Int32Array(places), BEFORE_ALL);
  const baseByKey = new Map<string, States>();

  function accepted(before: States, commit: number): States {
    const list = acceptedAt.get(commit);
    if (!list) return before;
    const after = before.slice();
    for (const version of list) after[versions[version]?.place ?? 0] = states.of(version);
    return after;
  }

  const statesAt = (commit: number | undefined): States => at.get(commit ?? -1) ?? roots;

  /** Merges several merge bases with each other, as git does. */
  function joined(bases: readonly number[], depth = 0): States {
    const [first] = bases;
    if (bases.length < 2 || depth > DEEPEST_BASES) return statesAt(first);
    const key = bases.join(" ");
    let result = baseByKey.get(key);
    if (result) return result;
    result = statesAt(first);
    for (const [index, base] of bases.entries()) {
      if (index === 0) continue;
      const inner = joined(commits.mergeBases(base, bases.slice(0, index)), depth + 1);
      result = states.mergeAll(inner, result, statesAt(base));
    }
    baseByKey.set(key, result);
    return result;
  }

  function inherited(parents: readonly number[]): States {
    let result = statesAt(parents[0]);
    for (const [index, parent] of parents.entries()) {
      if (index === 0 || statesAt(parent) === result) continue;
      const base = joined(commits.mergeBases(parent, parents.slice(0, index)));
      result = states.mergeAll(base, result, statesAt(parent));
    }
    return result;
  }

  const numbers = new Map(versions.map(({ id }, version) => [id, version]));
  /** Returns what a version without a commit was compared with before its branch had a screenshot. */
  function comparedWith(version: number): number {
    let one = versions[version];
    for (let step = 0; one && step < versions.length; step++) {
      if (one.comparedWith === null) return NONE;
      const found = one.comparedWith === undefined ? undefined : numbers.get(one.comparedWith);
      if (found === undefined) break;
      const next = versions[found];
      if (next?.branch !== one.branch && (next?.prNumber ?? null) !== (one.prNumber ?? Number.NaN))
        return states.of(found);
      one = next;
    }
    const { place, at: time } = versions[version] ?? {};
    const held = versions.findLastIndex(
      (other) => other.place === place && other.branch === input.mainBranch && other.at <= (time ?? 0),
    );
    return held < 0 ? NONE : states.of(held);
  }

  /** Merges versions that arrive from the side into the states of a commit. */
  function carry(into: number, before: States, arriving: readonly number[]): States {
    const result = before.slice();
    const bases = new Map<number, States>();
    for (const version of arriving) {
      const place = versions[version]?.place ?? 0;
      const from = standing[version] ?? UNKNOWN;
      let base = NONE;
      if (from === UNKNOWN) base = comparedWith(version);
      else {
        const known = bases.get(from) ?? joined(commits.mergeBases(from, [into]));
        bases.set(from, known);
        base = known[place] ?? NONE;
      }
      result[place] = states.merge(base, result[place] ?? NONE, states.of(version));
    }
    return result;
  }

  const picked = new Set(arrivals.origins.values());
  const brought = new Map<number, { before: States; after: States }>();
  const open = new Set<number>();

  /** Returns a commit's states from those of its parents, before anything is accepted on it. */
  function made(commit: number, before: States): States {
    const origin = arrivals.origins.get(commit);
    if (origin === undefined) {
      const arriving = arrivals.at.get(commit);
      return arriving ? carry(commit, before, arriving) : before;
    }
    // Real repositories have no two commits that are each other's origin; in that case one of them brings nothing.
    if (!brought.has(origin) && !open.has(origin)) {
      open.add(origin);
      walkTo(commits.ancestorsOf(origin));
      open.delete(origin);
    }
    const change = brought.get(origin);
    return change ? states.mergeAll(change.before, before, change.after) : before;
  }

  /** Parents have lower numbers than their children. */
  function walkTo(ancestors: Uint8Array): void {
    for (let commit = 0; commit < ancestors.length; commit++) {
      if (ancestors[commit] !== 1 || at.has(commit)) continue;
      const parents = commits.parents[commit] ?? [];
      const after = made(commit, inherited(parents));
      if (picked.has(commit)) brought.set(commit, { before: statesAt(parents[0]), after });
      at.set(commit, accepted(after, commit));
    }
  }

  walkTo(own);
  return statesAt(tip);
}
