// Stores the commit history that a caller sends with a run or before one.
import { leftOutSentence, readHistory } from "../../../domain/history/intake.ts";
import { unknownHistory } from "../../../domain/history/mending.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import { type KeptHistory, keepHistory, loadGraph } from "../../../models/commits/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** `commits`: rows as sent by the caller, newest first; implausible rows are left out. */
type Sent = { project: Project; branch: string | null; commits: readonly unknown[] };
/** `newest`: the commit whose history was sent. */
type Taken = KeptHistory & { newest: string | undefined; warnings: string[] };

/** Stores the plausible rows and returns a sentence about those that were left out. */
async function take(ctx: OperationContext, { project, branch, commits }: Sent): Promise<Taken> {
  const { rows, left } = readHistory(commits);
  const told = { projectId: project._id, rows, onMain: branch === project.mainBranch, at: ctx.now() };
  const kept = await keepHistory(ctx.models, told);
  const contradicting = kept.refused > 0 ? [`${kept.refused} that contradict what is known`] : [];
  const sentence = leftOutSentence([...left, ...contradicting]);
  return { ...kept, newest: rows[0]?.[0], warnings: sentence === null ? [] : [sentence] };
}

/** Stores the history of a commit before its run starts. `known`: whether its newest commit is now known. `joined`: sending more would not help. */
export async function tellHistory(
  ctx: OperationContext,
  caller: Caller,
  input: { project?: string; branch?: string; commits: readonly unknown[] },
): Promise<Pick<Taken, "kept" | "joined" | "known" | "warnings">> {
  requireRunRight(caller);
  const project = await resolveProject(ctx, caller, input.project);
  const { kept, joined, known, warnings } = await take(ctx, { ...input, project, branch: input.branch || null });
  return { kept, joined, known, warnings };
}

export type RunHistory = {
  commitSha?: string;
  branch?: string;
  ciProvider?: string;
  /** Ancestors of the commit, starting with the commit itself. */
  history?: readonly unknown[];
};

/** Stores the history sent with a run and returns the notes to show on the run. Callers that never sent a history get no notes. */
export async function historyOfRun(ctx: OperationContext, project: Project, input: RunHistory): Promise<Reason[]> {
  const { commitSha, branch = null, ciProvider, history } = input;
  const taken = history && history.length > 0 ? await take(ctx, { project, branch, commits: history }) : null;
  const messages = [...(taken?.warnings ?? [])];
  const told = taken !== null && taken.newest === commitSha?.toLowerCase() && taken.known;
  if (commitSha && !told && !(await isKnown(ctx, project, commitSha, history !== undefined)))
    messages.push(unknownHistory({ commitSha, branch, mainBranch: project.mainBranch, ciProvider }));
  return messages.map((message) => ({ code: "history", message }));
}

/** A project without any history is not missing this commit, unless the caller meant to send a history. */
async function isKnown(ctx: OperationContext, project: Project, commitSha: string, meant: boolean): Promise<boolean> {
  const graph = await loadGraph(ctx.models, project._id);
  return graph.size === 0 ? !meant : graph.resolve(commitSha) !== null;
}
