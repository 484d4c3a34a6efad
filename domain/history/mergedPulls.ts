// Determines which pull requests precede a commit, according to the messages of its ancestors.
import type { Graph, NumberedCommits } from "./graph.ts";

/** Number of commits of which at least one must name a pull request. Otherwise the repository's messages do not name them. */
const LOOKED_AT = 200;

/** Whether what was accepted for a pull request, at a commit, is part of the run's commit. */
export type IsMerged = (accepted: { prNumber: number | null; commitSha: string | null }) => boolean;

/** Returns null if the history cannot tell, because the commit is unknown or its messages name no pull requests. */
export function mergedPulls({ numbered, resolve }: Graph, head: string): IsMerged | null {
  const { numberOf, prOf } = numbered;
  const tip = numberOf(resolve(head) ?? "");
  if (tip < 0 || !nearest(numbered, tip, LOOKED_AT).some((one) => prOf(one) !== null)) return null;
  const ancestors = numbered.ancestorsOf(tip);
  const named = new Set([...ancestors.keys()].filter((one) => ancestors[one] === 1).map(prOf));
  return ({ prNumber, commitSha }) => {
    if (prNumber === null || named.has(prNumber)) return true;
    return commitSha !== null && ancestors[numberOf(resolve(commitSha) ?? "")] === 1;
  };
}

/** Returns the commit and its ancestors, nearest first. */
function nearest({ parents }: NumberedCommits, head: number, most: number): number[] {
  const seen = new Set([head]);
  for (const commit of seen) {
    if (seen.size >= most) break;
    for (const parent of parents[commit] ?? []) seen.add(parent);
  }
  return [...seen].slice(0, most);
}
