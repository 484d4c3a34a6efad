// Finds the commit that brought a pull request.
import type { Graph } from "./graph.ts";

/** Returns the head's oldest ancestor that names the pull request as merged or squashed by it. */
export function squashOf({ numbered }: Graph, head: string, prNumber: number): string | null {
  const ancestors = numbered.ancestorsOf(numbered.numberOf(head));
  // Parents have lower numbers than their children.
  for (const [commit, is] of ancestors.entries())
    if (is === 1 && numbered.prOf(commit) === prNumber) return numbered.shaOf(commit);
  return null;
}
