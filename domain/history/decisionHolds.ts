// Whether what people decided about the run of one commit holds in a run of another: findings that they accepted, steps that they healed.
import type { Graph } from "./graph.ts";

/** Where a decision was made. A branch of null is the main branch; older decisions have no commit. */
export type DecidedAt = {
  branch?: string | null;
  commitSha?: string | null;
  prNumber?: number | null;
  /** Commits of its branch, as it was after it had been rebased or amended, whose runs rested on it. */
  carried?: readonly string[];
};
export type DecisionHead = {
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  mainBranch: string;
};

/**
 * How a decision stands to a commit. `unknown`: nobody told of one of the two commits. `history`: the commit comes after it.
 * `squash`: the commit comes after one that merged its pull request. `rewritten`: of the commit's own branch or pull request, before
 * it was rebased or amended. `later`: of its own branch, on a commit after it. `main`: of the main branch, which the commit's
 * branch did not take in yet. `elsewhere`: of another branch that is not merged here.
 */
export type DecisionPlace = "unknown" | "history" | "squash" | "rewritten" | "later" | "main" | "elsewhere";

/** Whether the commit has the decision as it would have a commit made right after the one that was decided about. */
export const hasDecision = (place: DecisionPlace): boolean =>
  place === "unknown" || place === "history" || place === "squash" || place === "rewritten";

/** Whether nobody is asked again: what main or the branch itself found to be fine later is fine before, too. */
export const sparesDecision = (place: DecisionPlace): boolean => place !== "elsewhere";

/** Where decisions stand for one commit. `graph` null: no history is known. */
export function decisionPlaces(graph: Graph | null, head: DecisionHead): (decision: DecidedAt) => DecisionPlace {
  const tip = graph?.numbered.numberOf(graph.resolve(head.commitSha ?? "") ?? "") ?? -1;
  if (graph === null || tip < 0) return () => "unknown";
  const { numberOf, ancestorsOf, isAncestor, prOf } = graph.numbered;
  const ancestors = ancestorsOf(tip);
  const merged = new Set<number>();
  for (const [commit, is] of ancestors.entries()) {
    const number = is === 1 ? prOf(commit) : null;
    if (number !== null) merged.add(number);
  }
  const commitOf = (sha: string | null | undefined): number => numberOf(graph.resolve(sha ?? "") ?? "");
  return (decision) => {
    const commit = commitOf(decision.commitSha);
    if (commit < 0) return "unknown";
    const has = [commit, ...(decision.carried ?? []).map(commitOf)].some((one) => one >= 0 && ancestors[one] === 1);
    if (has) return "history";
    if (decision.prNumber != null && merged.has(decision.prNumber)) return "squash";
    if (isSameLine(decision, head)) return isAncestor(tip, commit) ? "later" : "rewritten";
    return isOfMain(decision, head.mainBranch) ? "main" : "elsewhere";
  };
}

/** Whether the place matters for sparing: else it is known without any history. */
export const mayBeElsewhere = (decision: DecidedAt, head: DecisionHead): boolean =>
  decision.commitSha != null &&
  head.commitSha !== null &&
  !isOfMain(decision, head.mainBranch) &&
  !isSameLine(decision, head);

export const isOfMain = ({ branch }: DecidedAt, mainBranch: string): boolean => branch == null || branch === mainBranch;

/** Whether a run of a branch may rest on a decision that the branch made before it was rebased or amended. */
export const mayBeRewritten = (decision: DecidedAt, head: DecisionHead): boolean =>
  decision.commitSha != null && !isOfMain(head, head.mainBranch) && isSameLine(decision, head);

/** Forks may have branches of one name, and so pull requests tell more than branches. */
function isSameLine(decision: DecidedAt, head: DecisionHead): boolean {
  if (decision.prNumber != null && head.prNumber !== null) return decision.prNumber === head.prNumber;
  return (decision.branch ?? head.mainBranch) === (head.branch ?? head.mainBranch);
}
