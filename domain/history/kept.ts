// Merges everything reported about a project's commits, and selects the newest if there are too many.
import type { Commit } from "./commit.ts";

/**
 * Merges a later report. The parents reported first are kept, so that a later history cannot move a commit. The time of a commit of main
 * is when it was first known to be there.
 */
export function addTold(known: Map<string, Commit>, told: Commit): void {
  const before = known.get(told.sha);
  if (!before) {
    known.set(told.sha, told);
    return;
  }
  const arrived = told.onMain && !before.onMain;
  const pr = before.pr ?? told.pr;
  if (arrived) known.set(told.sha, { ...before, pr, onMain: true, at: told.at });
  else if (pr !== before.pr) known.set(told.sha, { ...before, pr });
}

/**
 * Returns the newest commits, newest first. A commit is as new as its report, and at least as new as its parents, because histories arrive
 * in parts, newest part first.
 */
export function newestCommits(commits: readonly Commit[], most: number): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const ages = new Map<string, { at: number; generation: number }>();
  for (const { sha } of commits) {
    const path = [sha];
    // Each commit is on the path once; one that is its own ancestor counts as its own root.
    const begun = new Set(path);
    while (path.length > 0) {
      const commit = bySha.get(path.at(-1) ?? "");
      const open = commit?.parents.find((one) => bySha.has(one) && !ages.has(one) && !begun.has(one));
      if (open !== undefined) {
        path.push(open);
        begun.add(open);
        continue;
      }
      path.pop();
      if (!commit) continue;
      const parents = commit.parents.flatMap((one) => ages.get(one) ?? []);
      ages.set(commit.sha, {
        at: parents.reduce((at, one) => Math.max(at, one.at), commit.at.getTime()),
        generation: parents.reduce((generation, one) => Math.max(generation, one.generation + 1), 0),
      });
    }
  }
  const age = ({ sha }: Commit) => ages.get(sha) ?? { at: 0, generation: 0 };
  return commits
    .toSorted((a, b) => {
      const [one, other] = [age(a), age(b)];
      return other.at - one.at || other.generation - one.generation || (a.sha < b.sha ? -1 : 1);
    })
    .slice(0, most);
}
