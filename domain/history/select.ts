// Chooses the accepted screenshot that each place of a run is compared with, as if accepting were a separate commit right after the commit
// that it was made for.
import { arrivalsTo } from "./arrivals.ts";
import type { Graph } from "./graph.ts";
import type { MergeOf, Reference } from "./reference.ts";
import { BEFORE_ALL, standingOf, UNKNOWN } from "./standing.ts";
import { type AllStates, NONE, statesOf } from "./states.ts";
import { statesAlong } from "./walk.ts";

/** Upper limit; no run can have more places. */
const MAX_PLACES = 1_000_000;
const END_OF_TIME = new Date(8.64e15);

/** An accepted screenshot. `place`: number of what it shows (a shot, an environment); `look`: equal for equal pixels. */
export type Accepted = {
  id: string;
  place: number;
  branch: string;
  commitSha: string | null;
  prNumber: number | null;
  at: Date;
  /** When the run that showed it was started; missing for versions of earlier releases. */
  runAt?: Date;
  look: string;
  /** The version that it was compared with when it was accepted; null: there was none; undefined: unknown. */
  comparedWith?: string | null;
  withdrawn: boolean;
};

export type Head = { sha: string; branch: string; prNumber: number | null; mainBranch: string };

export type Choice =
  | { kind: "none" }
  | { kind: "version"; id: string; where: Reference["where"] }
  /** `ours`: the first screenshot of our side, or of theirs if ours has none. */
  | { kind: "merge"; of: MergeOf; ours: string; where: Reference["where"] };

/**
 * Returns the choice for each place. Nothing is chosen if the graph does not know the head's commit. A version of the run's own branch or
 * pull request whose commit the branch lost when it was rebased or amended is merged into what the head has.
 *
 * `where`: for a version on an ancestor, `here` if it was accepted on the head itself, on its branch or pull request, or on a commit that
 * main does not have, and always for runs of main; otherwise `branch_point`. Other versions are `rewritten` or `squash`, depending on how
 * they arrived. A merge gets the first of its parts in the order rewritten, squash, here.
 */
export function selectReferences(graph: Graph, head: Head, places: number, versions: readonly Accepted[]): Choice[] {
  const count = Number.isFinite(places) ? Math.min(Math.max(0, Math.floor(places)), MAX_PLACES) : 0;
  const choices = Array.from({ length: count }, (): Choice => ({ kind: "none" }));
  const commits = graph.numbered;
  const tip = commits.numberOf(graph.resolve(head.sha) ?? "");
  if (tip < 0) return choices;

  // Only places with versions are processed, so the others cost nothing.
  const dense = new Map<number, number>();
  const known = versions
    .filter(({ place }) => Number.isInteger(place) && place >= 0 && place < count)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((version) => {
      const place = dense.get(version.place) ?? dense.size;
      dense.set(version.place, place);
      return { ...version, place };
    });
  const states = statesOf(known);
  const standing = standingOf(graph, known, head);
  const { mainBranch } = head;
  const own = commits.ancestorsOf(tip);
  const newest = graph.newestOnMain(END_OF_TIME);
  const onMain = newest === null ? null : commits.ancestorsOf(commits.numberOf(newest));
  const arrivals = arrivalsTo(tip, head, { commits, versions: known, standing, own, onMain });
  const walk = { commits, states, versions: known, standing, places: dense.size, mainBranch, own, arrivals };
  const chosen = statesAlong(tip, walk);

  const where = whereTeller(head, known, { tip, standing, own, onMain, rewritten: arrivals.rewritten });
  for (const [place, at] of dense) {
    const state = chosen[at] ?? NONE;
    if (state !== NONE) choices[place] = choiceOf(state, states, known, where);
  }
  return choices;
}

type Where = NonNullable<Reference["where"]>;
const FIRST_OF: readonly Where[] = ["rewritten", "squash", "here", "branch_point"];

function whereTeller(
  head: Head,
  versions: readonly Accepted[],
  found: {
    tip: number;
    standing: Int32Array;
    own: Uint8Array;
    onMain: Uint8Array | null;
    rewritten: ReadonlySet<number>;
  },
): (version: number) => Where {
  const { tip, standing, own, onMain, rewritten } = found;
  return (version) => {
    const commit = standing[version] ?? UNKNOWN;
    if (commit !== BEFORE_ALL && own[commit] !== 1) return rewritten.has(version) ? "rewritten" : "squash";
    if (commit === tip || head.branch === head.mainBranch) return "here";
    const { branch, prNumber } = versions[version] ?? {};
    if (branch === head.branch || (prNumber != null && prNumber === head.prNumber)) return "here";
    if (branch === head.mainBranch || commit === BEFORE_ALL) return "branch_point";
    return onMain?.[commit] === 1 ? "branch_point" : "here";
  };
}

function choiceOf(
  state: number,
  states: AllStates,
  versions: readonly Accepted[],
  whereOf: (version: number) => Where,
): Choice {
  const idOf = (one: number): string => versions[states.versionOf(one)]?.id ?? "";
  if (!states.partsOf(state)) return { kind: "version", id: idOf(state), where: whereOf(states.versionOf(state)) };
  const leaves: number[] = [];
  const collect = (one: number): void => {
    const parts = states.partsOf(one);
    if (parts) [parts.ours, parts.theirs].forEach(collect);
    else if (one !== NONE) leaves.push(one);
  };
  collect(state);
  const all = new Set(leaves.map((leaf) => whereOf(states.versionOf(leaf))));
  const where = FIRST_OF.find((one) => all.has(one));
  return { kind: "merge", of: states.tree(state), ours: idOf(leaves[0] ?? NONE), where };
}
