// The commits that a caller tells of: with a run, or before one.
import { leftOutSentence, readHistory } from "../../../domain/history/intake.ts";
import { unknownHistory } from "../../../domain/history/mending.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import { type KeptHistory, keepHistory, loadGraph } from "../../../models/commits/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** `commits`: rows as callers send them, newest first; whatever cannot be true is left out. */
type Sent = { project: Project; branch: string | null; commits: readonly unknown[] };
/** `newest`: the commit that it is the history of. */
type Taken = KeptHistory & { newest: string | undefined; warnings: string[] };

/** Keeps the rows that can be true, and says in a sentence what was left out. */
async function take(ctx: OperationContext, { project, branch, commits }: Sent): Promise<Taken> {
  const { rows, left } = readHistory(commits);
  const told = { projectId: project._id, rows, onMain: branch === project.mainBranch, at: ctx.now() };
  const kept = await keepHistory(ctx.models, told);
  const contradicting = kept.refused > 0 ? [`${kept.refused} that contradict what is known`] : [];
  const sentence = leftOutSentence([...left, ...contradicting]);
  return { ...kept, newest: rows[0]?.[0], warnings: sentence === null ? [] : [sentence] };
}

/** The history of a commit, told before its run begins. `known`: its newest commit is known now; `joined`: more would not help. */
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
  /** Ancestors of the commit, itself first. */
  history?: readonly unknown[];
};

/** Keeps what a run tells, and answers what the run has to say of it. Callers that never sent a history hear nothing. */
export async function historyOfRun(ctx: OperationContext, project: Project, input: RunHistory): Promise<Reason[]> {
  const { commitSha, branch = null, ciProvider, history } = input;
  const taken = history && history.length > 0 ? await take(ctx, { project, branch, commits: history }) : null;
  const messages = [...(taken?.warnings ?? [])];
  const told = taken !== null && taken.newest === commitSha?.toLowerCase() && taken.known;
  if (commitSha && !told && !(await isKnown(ctx, project, commitSha, history !== undefined)))
    messages.push(unknownHistory({ commitSha, branch, mainBranch: project.mainBranch, ciProvider }));
  return messages.map((message) => ({ code: "history", message }));
}

/** A project without any history has none to be missed, unless this caller meant to bring one. */
async function isKnown(ctx: OperationContext, project: Project, commitSha: string, meant: boolean): Promise<boolean> {
  const graph = await loadGraph(ctx.models, project._id);
  return graph.size === 0 ? !meant : graph.resolve(commitSha) !== null;
}
