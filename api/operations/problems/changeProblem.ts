// What people do with a problem: assign, snooze, accept, comment, set a ticket, and undo the last change.
import { endProblem } from "../../../domain/audit/acceptance.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { acceptedElsewhere } from "../../../domain/problems/acceptedElsewhere.ts";
import { MAX_COMMENTS, type PeopleSide } from "../../../domain/problems/people.ts";
import { noteChange } from "../../../models/changes/queries.ts";
import { changeProblem as write, undoProblem as writeUndo } from "../../../models/problems/change.ts";
import { findProblem } from "../../../models/problems/queries.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { ownsProject } from "../../../models/projects/queries.ts";
import { findRunOf } from "../../../models/runs/queries.ts";
import { describeCaller, reachOf, requireReadRight, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { COMMIT_FIELDS, commitOf } from "../runs/runRow.ts";
import { type ProblemView, problemView } from "./problemView.ts";
import { tellAboutProblem } from "./tellPeople.ts";

/** Shown to the second of two people who change a problem at the same time. */
export const STALE = "Somebody else changed this problem. Reload it and try again.";

/** Omitted fields stay; null clears a field. */
export type ProblemChange = {
  /** Revision that the person saw. */
  rev: number;
  assignee?: string | null;
  ticket?: string | null;
  /** Until a date, or until the problem is in more places than now. */
  snooze?: { until?: string; untilItSpreads?: boolean; note?: string } | null;
  accept?: { reason: string; until?: string } | null;
  comment?: string;
};

/** `project`: only searches this project; a problem of another one throws `not_found`. */
export async function readProblem(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  project?: string,
): Promise<ProblemView> {
  requireReadRight(caller);
  const problem = await requireProblem(ctx, caller, id);
  if (project !== undefined && (await resolveProject(ctx, caller, project))._id !== problem.projectId)
    throw unknown(id);
  return { ...problemView(ctx, problem), commits: await commitsOf(ctx, problem) };
}

/** Returns the commits of the problem's runs, skipping deleted runs. */
async function commitsOf({ models }: OperationContext, { projectId, firstSeen, lastSeen, fixedIn }: Problem) {
  const runIds = new Set([firstSeen, lastSeen, ...(fixedIn ? [fixedIn] : [])].map(({ runId }) => runId));
  const runs = await Promise.all([...runIds].map((runId) => findRunOf(models, projectId, runId, COMMIT_FIELDS)));
  return runs.flatMap((run) => (run ? [{ runId: run._id, ...commitOf(run) }] : []));
}

/** Throws `conflict`, with the current problem, if somebody else changed it since. */
export async function changeProblem(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  { rev, ...input }: ProblemChange,
): Promise<ProblemView> {
  requireRight(caller, "mcpWrite");
  const problem = await requireProblem(ctx, caller, id);
  if (input.accept !== undefined) requireOwnAcceptance(problem);
  const change = changeOf(ctx, caller, problem, input);
  const fields = Object.keys(change);
  if (fields.length === 0) throw fieldError("assignee", "Pass at least one change.");
  const done = problem.rev === rev ? await write(ctx.models, problem, change) : null;
  const assigned = Boolean(change.assignee) && change.assignee !== problem.assignee;
  if (done) await tellAboutProblem(ctx, caller, done, { assigned, comment: input.comment });
  return told(ctx, caller, done, { id, action: "problem.change", fields });
}

export async function undoProblem(
  ctx: OperationContext,
  caller: Caller,
  id: string,
  rev: number,
): Promise<ProblemView> {
  requireRight(caller, "mcpWrite");
  const problem = await requireProblem(ctx, caller, id);
  if (problem.peopleBefore === null) throw new ProductError("conflict", "There is no change to undo.");
  const done = problem.rev === rev ? await writeUndo(ctx.models, problem) : null;
  return told(ctx, caller, done, { id, action: "problem.undo", fields: [] });
}

/** Throws `not_found` also for a problem of another organisation or project. */
export async function requireProblem({ models }: OperationContext, caller: Caller, id: string): Promise<Problem> {
  const problem = await findProblem(models, id);
  const { orgId, projectId } = reachOf(caller);
  const within = problem && (projectId === undefined || projectId === problem.projectId);
  if (within && (await ownsProject(models, orgId, problem.projectId))) return problem;
  throw unknown(id);
}

const unknown = (id: string): ProductError => new ProductError("not_found", `The problem "${id}" was not found.`);

function requireOwnAcceptance(problem: Problem): void {
  const why = acceptedElsewhere(problem);
  if (why !== null) throw new ProductError("conflict", why);
}

/** Fields whose change affects which problems a pull request comment lists. */
const DECISIVE: readonly string[] = ["snooze", "acceptance"] satisfies (keyof PeopleSide)[];

async function told(
  ctx: OperationContext,
  caller: Caller,
  done: Problem | null,
  { id, action, fields }: { id: string; action: "problem.change" | "problem.undo"; fields: string[] },
): Promise<ProblemView> {
  if (!done) {
    const now = problemView(ctx, await requireProblem(ctx, caller, id));
    throw new ProductError("conflict", STALE, { now });
  }
  await recordAudit(ctx, caller, action, id, { fields, title: done.title });
  const data = { by: describeCaller(caller), fields };
  const retold = action === "problem.undo" || fields.some((field) => DECISIVE.includes(field));
  if (retold) await decided(ctx, done.projectId, [done.lastSeen.runId]);
  await noteChange(ctx.models, { kind: "problem", id, projectId: done.projectId, data });
  return problemView(ctx, done);
}

function changeOf(
  ctx: OperationContext,
  caller: Caller,
  problem: Problem,
  { assignee, ticket, snooze, accept, comment }: Omit<ProblemChange, "rev">,
): Partial<PeopleSide> {
  const by = describeCaller(caller);
  const at = ctx.now();
  const change: Partial<PeopleSide> = {};
  if (assignee !== undefined) change.assignee = assignee;
  if (ticket !== undefined) change.ticket = ticket;
  if (snooze === null) change.snooze = null;
  else if (snooze) {
    const until = snooze.until === undefined ? null : dateOf("snooze.until", snooze.until, at);
    const places = snooze.untilItSpreads ? problem.placeCount : null;
    if (until === null && places === null)
      throw fieldError("snooze.until", "Pass a date in until, or set untilItSpreads.");
    change.snooze = { by, at, note: snooze.note ?? null, until, places };
  }
  if (accept === null) change.acceptance = null;
  else if (accept) {
    const until = accept.until === undefined ? null : dateOf("accept.until", accept.until, at);
    change.acceptance = { by, at, reason: accept.reason, until };
  }
  if (comment !== undefined) {
    const { comments } = problem;
    if (comments.length >= MAX_COMMENTS)
      throw new ProductError("conflict", `A problem has at most ${MAX_COMMENTS} comments.`);
    change.comments = [...comments, { id: ctx.ulid().toLowerCase(), by, at, text: comment }];
  }
  return change;
}

function dateOf(path: string, text: string, now: Date): Date {
  const date = new Date(text);
  const wrong = endProblem(date, now);
  if (wrong) throw fieldError(path, wrong.replace(/^until/, path));
  return date;
}
