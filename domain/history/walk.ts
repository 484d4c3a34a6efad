// The states of all places at every ancestor of a commit.
import { carriedTo } from "./carried.ts";
import type { NumberedCommits } from "./graph.ts";
import { BEFORE_ALL, UNKNOWN } from "./standing.ts";
import { type AllStates, NONE, type States } from "./states.ts";

/** Merge bases of merge bases are merged this deep at most, as only a ladder of crossed merges needs. */
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
  /** In the order of time. */
  versions: readonly Version[];
  standing: Int32Array;
  places: number;
  mainBranch: string;
};

/** Walks from the roots to one commit; answers its states, and what else may come to it. */
export function walkTo(tip: number, input: Input) {
  const { commits, states, versions, standing, places } = input;
  const own = commits.ancestorsOf(tip);
  const at = new Map<number, States>();
  const acceptedAt = Map.groupBy(versions.keys(), (version) => standing[version] ?? UNKNOWN);
  const ofPullRequest = Map.groupBy(versions.keys(), (version) => versions[version]?.prNumber ?? null);
  const roots = accepted(new Int32Array(places), BEFORE_ALL);
  const baseByKey = new Map<string, States>();
  const squashed = new Set<number>();

  function accepted(before: States, commit: number): States {
    const list = acceptedAt.get(commit);
    if (!list) return before;
    const after = before.slice();
    for (const version of list) after[versions[version]?.place ?? 0] = states.of(version);
    return after;
  }

  const statesAt = (commit: number | undefined): States => at.get(commit ?? -1) ?? roots;

  /** What several merge bases come to when they are merged with each other, as git does it. */
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
  /** What a version without a commit was compared with, before its branch had a picture of its own. */
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

  /** Merges the pictures that come to a commit from aside into its own; `carried`: versions by place. */
  function carry(into: number, before: States, carried: ReadonlyMap<number, number>): States {
    let result = before;
    const bases = new Map<number, States>();
    for (const [place, version] of carried) {
      const from = standing[version] ?? UNKNOWN;
      let base: number;
      if (from === UNKNOWN) base = comparedWith(version);
      else {
        const known = bases.get(from) ?? joined(commits.mergeBases(from, [into]));
        bases.set(from, known);
        base = known[place] ?? NONE;
      }
      const state = states.merge(base, before[place] ?? NONE, states.of(version));
      if (state === before[place]) continue;
      if (result === before) result = before.slice();
      result[place] = state;
    }
    return result;
  }

  for (let commit = 0; commit <= tip; commit++) {
    if (own[commit] !== 1) continue;
    let here = inherited(commits.parents[commit] ?? []);
    const number = commits.prOf(commit);
    const candidates = number === null ? undefined : ofPullRequest.get(number);
    if (number !== null) squashed.add(number);
    if (candidates) here = carry(commit, here, carriedTo(commit, candidates, versions, standing, commits));
    at.set(commit, accepted(here, commit));
  }

  return {
    states: statesAt(tip),
    /** Numbers of the pull requests that ancestors name. */
    squashed: squashed as ReadonlySet<number>,
    own,
    carry,
  };
}
