// Which of several commits a commit comes from most directly.
import type { Graph } from "./graph.ts";

/**
 * The place in the list of the candidate whose commit is the nearest ancestor of `head`, itself included: the one with the
 * longest way to a root, and of those the newest. −1: none is an ancestor.
 */
export function nearestOnHistory(graph: Graph, head: string, candidates: readonly { sha: string; at: Date }[]): number {
  const { numberOf, ancestorsOf, generations } = graph.numbered;
  const tip = numberOf(graph.resolve(head) ?? "");
  if (tip < 0) return -1;
  const onHistory = ancestorsOf(tip);
  let nearest = { index: -1, generation: 0, at: 0 };
  for (const [index, candidate] of candidates.entries()) {
    const commit = numberOf(graph.resolve(candidate.sha) ?? "");
    if (commit < 0 || onHistory[commit] !== 1) continue;
    const [generation, at] = [generations[commit] ?? 0, candidate.at.getTime()];
    if (generation < nearest.generation || (generation === nearest.generation && !(at > nearest.at))) continue;
    nearest = { index, generation, at };
  }
  return nearest.index;
}
