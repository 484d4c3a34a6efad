// How decisions of people relate to runs by the history of their commits. The graph is read once, and only if it matters.
import {
  type DecidedAt,
  type DecisionHead,
  type DecisionPlace,
  decisionPlaces,
  isOfMain,
} from "../../domain/history/decisionHolds.ts";
import type { Graph } from "../../domain/history/graph.ts";
import type { Models } from "../index.ts";
import { mainBranchOf } from "../runs/before.ts";
import type { Run } from "../runs/schema.ts";
import { loadGraph } from "./queries.ts";

/** The run in which decisions may apply. */
export type DecisionRun = Pick<Run, "projectId" | "branch" | "commitSha" | "prNumber" | "createdAt">;

/** The fields that place a decision in the history. */
export const PLACE_FIELDS = { branch: 1, commitSha: 1, prNumber: 1, runAt: 1, carried: 1 } as const;

/** Maximum number of commits of a rebased branch that one decision is carried along to. */
const MAX_CARRIED = 100;

/**
 * Returns the update of a decision that a run of its branch relies on, or null. If the branch was rebased or amended since, the decision is
 * carried along to the run's commit. If its pull request was opened since, the decision belongs to it from now on, so that a squash brings
 * it too: only if the pull request contains the decision's own commit, because forks may have branches with the same name.
 */
export function tieTo<D extends DecidedAt>(
  { branch, commitSha, prNumber }: Pick<DecisionRun, "branch" | "commitSha" | "prNumber">,
  decision: D,
  placeOf: (decision: D) => DecisionPlace,
  mainBranch: string,
): Record<string, object> | null {
  const place = placeOf(decision);
  if (place === "rewritten" && (decision.carried ?? []).length < MAX_CARRIED)
    return { $addToSet: { carried: commitSha } };
  const isOpened = decision.prNumber == null && prNumber !== null && decision.branch === branch;
  if (place !== "history" || !isOpened || isOfMain(decision, mainBranch)) return null;
  return placeOf({ ...decision, carried: [] }) === "history" ? { $set: { prNumber } } : null;
}

/** A project's history, read when first needed and then cached. */
export type ProjectHistory = { graph(): Promise<Graph>; mainBranch(): Promise<string> };

export const projectHistory = (models: Models, projectId: string): ProjectHistory => ({
  graph: once(() => loadGraph(models, projectId)),
  mainBranch: once(() => mainBranchOf(models, projectId)),
});

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => {
    found ??= read();
    return found;
  };
}

/** Returns a function that places decisions relative to a run. `matters`: whether the graph is needed for a decision. */
export async function placesFor<D extends DecidedAt>(
  history: ProjectHistory,
  { branch, commitSha, prNumber, createdAt }: DecisionRun,
  decisions: readonly D[],
  matters: (decision: D, head: DecisionHead) => boolean,
): Promise<(decision: D) => DecisionPlace> {
  const dated = decisions.some((one) => one.commitSha != null);
  if (!commitSha || !dated) return () => "unknown";
  const head = {
    branch: branch ?? null,
    commitSha,
    prNumber: prNumber ?? null,
    runAt: createdAt,
    mainBranch: await history.mainBranch(),
  };
  const needed = decisions.some((one) => matters(one, head));
  return decisionPlaces(needed ? await history.graph() : null, head);
}

/**
 * Ties decisions of a branch to its run, so that merging the branch brings them too (see `tieTo`). `write`: updates one. Returns the
 * function that places them. Safe to race and to repeat.
 */
export async function tieDecisions<D extends DecidedAt>(
  models: Models,
  run: DecisionRun,
  decisions: readonly D[],
  matters: Parameters<typeof placesFor<D>>[3],
  write: (decision: D, tied: Record<string, object>) => Promise<unknown>,
): Promise<(decision: D) => DecisionPlace> {
  const history = projectHistory(models, run.projectId);
  const placeOf = await placesFor(history, run, decisions, matters);
  for (const one of decisions) {
    const tied = tieTo(run, one, placeOf, await history.mainBranch());
    if (tied) await write(one, tied);
  }
  return placeOf;
}
