// Determines whether a decision made in the run of one commit applies to a run of another: accepted findings, healed steps.
import type { Graph } from "./graph.ts";

/**
 * The run that a decision was made in. A branch of null is the main branch; older decisions have no commit. `runAt`: when the run was started;
 * missing in decisions of earlier versions.
 */
export type DecidedAt = {
  branch?: string | null;
  commitSha?: string | null;
  prNumber?: number | null;
  runAt?: Date;
  /** Commits of its branch, after it was rebased or amended, whose runs relied on the decision. */
  carried?: string[];
};
export type DecisionHead = {
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  runAt?: Date;
  mainBranch: string;
};

/**
 * Relation of a decision to a commit. `unknown`: one of the two commits is unknown. `history`: the commit comes after it. `squash`: the
 * commit comes after one that merged its pull request. `rewritten`: it belongs to the commit's own branch or pull request, before that was
 * rebased or amended. `later`: it belongs to the same branch, on a later commit. `main`: it belongs to the main branch, and the commit's
 * branch has not merged it yet. `elsewhere`: it belongs to another branch that is not merged here.
 */
export type DecisionPlace = "unknown" | "history" | "squash" | "rewritten" | "later" | "main" | "elsewhere";

/** Whether the commit includes the decision, as if it had been committed right after the commit it was made for. */
export const hasDecision = (place: DecisionPlace): boolean =>
  place === "unknown" || place === "history" || place === "squash" || place === "rewritten";

/** Whether nobody needs to be asked again, because what main or the branch itself accepted later is also fine earlier. */
export const sparesDecision = (place: DecisionPlace): boolean => place !== "elsewhere";

/**
 * Returns the place of each decision relative to one commit. `graph` is null if no history is known. If main already had the commit when a
 * run of a branch began, what the run showed is not in that commit: only the branch itself has the decision, until its first commit.
 */
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
  const isUncommitted = (at: DecidedAt, commit: number): boolean =>
    !isOfMain(at, head.mainBranch) && at.runAt !== undefined && graph.onMainSince(commit) < at.runAt.getTime();
  const isHeadUncommitted = isUncommitted(head, tip);
  return (decision) => {
    const commit = commitOf(decision.commitSha);
    if (commit < 0) return "unknown";
    const isOwn = isSameLine(decision, head);
    const stands = (isOwn && isHeadUncommitted) || !isUncommitted(decision, commit);
    const commits = [...(stands ? [commit] : []), ...(decision.carried ?? []).map(commitOf)];
    if (commits.some((one) => one >= 0 && ancestors[one] === 1)) return "history";
    if (decision.prNumber != null && merged.has(decision.prNumber)) return "squash";
    if (isOwn) return isAncestor(tip, commit) ? "later" : "rewritten";
    return isOfMain(decision, head.mainBranch) ? "main" : "elsewhere";
  };
}

/** Whether the place affects `sparesDecision`. Otherwise the result is known without any history. */
export const mayBeElsewhere = (decision: DecidedAt, head: DecisionHead): boolean =>
  decision.commitSha != null &&
  head.commitSha !== null &&
  !isOfMain(decision, head.mainBranch) &&
  !isSameLine(decision, head);

export const isOfMain = ({ branch }: DecidedAt, mainBranch: string): boolean => branch == null || branch === mainBranch;

/** Whether a run of a branch may rely on a decision that the branch made before it was rebased or amended. */
export const mayBeRewritten = (decision: DecidedAt, head: DecisionHead): boolean =>
  decision.commitSha != null && !isOfMain(head, head.mainBranch) && isSameLine(decision, head);

/** Forks may have branches with the same name, so pull requests are more reliable than branches. */
function isSameLine(decision: DecidedAt, head: DecisionHead): boolean {
  if (decision.prNumber != null && head.prNumber !== null) return decision.prNumber === head.prNumber;
  return (decision.branch ?? head.mainBranch) === (head.branch ?? head.mainBranch);
}
