// Orders the earlier runs that a run is compared with by their commits.
import type { Graph } from "./graph.ts";

/** `createdAt`: when the run was started. */
export type CommittedRun = { commitSha: string | null; createdAt: Date };

/**
 * Relation of an earlier run to a commit. `again`: on the same commit, at an earlier time. `before`: on an ancestor. `rewritten`: on a
 * commit that the branch had before it was rebased or amended. `unknown`: its commit is unknown. `same`: on the same commit, and the run
 * repeats it. `elsewhere`: on a later commit, or on another line.
 */
export type Place = "again" | "before" | "rewritten" | "unknown" | "same" | "elsewhere";
export type Placed<R> = { run: R; place: Place };

const PLACES: readonly Place[] = ["again", "before", "rewritten", "unknown", "same", "elsewhere"];

/**
 * Returns the runs of one branch, newest first, in the order in which `head` is compared with them. `base`: whether they are runs of the
 * branch that head's branch left; there, a run on the commit itself counts as before it. On its own branch such a run is a repetition,
 * which shows nothing of the earlier state, unless it was started by `againSince` (`looksAgainSince`). If head's branch was rewritten
 * since its newest run, the time decides.
 */
export function inOrderFor<R extends CommittedRun>(
  graph: Graph,
  head: string,
  runs: readonly R[],
  { base, rewritable, againSince }: { base: boolean; rewritable: boolean; againSince: Date | null },
): Placed<R>[] {
  const { numberOf, ancestorsOf, isAncestor, generations } = graph.numbered;
  const tip = numberOf(graph.resolve(head) ?? "");
  if (tip < 0) return runs.map((run) => ({ run, place: "unknown" }));
  const onHistory = ancestorsOf(tip);
  const placed = runs.map((run) => {
    const commit = numberOf(graph.resolve(run.commitSha ?? "") ?? "");
    const generation = commit < 0 ? 0 : (generations[commit] ?? 0);
    const placeOf = (): Place => {
      if (commit < 0) return "unknown";
      if (commit === tip && base) return "before";
      if (commit === tip) return againSince !== null && run.createdAt <= againSince ? "again" : "same";
      if (onHistory[commit] === 1) return "before";
      return !rewritable || isAncestor(tip, commit) ? "elsewhere" : "rewritten";
    };
    return { run, place: placeOf(), generation };
  });
  const newest = placed.find(({ place }) => place === "again" || place === "before" || place === "rewritten");
  const byTime = newest?.place === "rewritten";
  const rank = ({ place }: { place: Place }): number => (byTime && place === "rewritten" ? 0 : PLACES.indexOf(place));
  // The sort is stable: among equals the newest stays first.
  const sorted = placed.toSorted(
    (a, b) =>
      rank(a) - rank(b) || (byTime || a.place !== "before" || b.place !== "before" ? 0 : b.generation - a.generation),
  );
  return sorted.map(({ run, place }) => ({ run, place }));
}
