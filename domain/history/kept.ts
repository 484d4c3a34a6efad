// What a project's commits come to, out of all that was told of them; and which are the newest where there are too many.
import type { Commit } from "./commit.ts";

/**
 * Adds what was told later. The parents that were told first stand: a later history cannot put a commit elsewhere. The time of
 * a commit of main is that at which it was first known to be there.
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
 * The newest commits, newest first. A commit is as new as when it was told of, and at least as new as its parents: histories arrive
 * in parts, newest part first.
 */
export function newestCommits(commits: readonly Commit[], most: number): Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const ages = new Map<string, { at: number; generation: number }>();
  for (const { sha } of commits) {
    const path = [sha];
    // Each commit stands on the path once: one that meets itself counts as its own root.
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
