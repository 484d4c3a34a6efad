// Assigns, snoozes or accepts many problems at once. Each is handled independently: if one is refused, the others are still changed.
import { isAudit } from "../../../domain/audit/pillars.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { acceptProblems } from "./acceptProblems.ts";
import { changeProblem, type ProblemChange, requireProblem, STALE, undoProblem } from "./changeProblem.ts";
import { type ProblemView, problemView } from "./problemView.ts";

/** Maximum number of problems per call. */
export const MAX_CHANGED = 100;

/** `rev`: revision that the person saw. */
export type Chosen = { id: string; rev: number };
/** Accepting findings requires an end date. null revokes the acceptance. */
export type ManyChange = Pick<ProblemChange, "assignee" | "snooze" | "accept">;
/** `now`: the current problem, if somebody else changed it first. */
export type Refused = { id: string; message: string; now: ProblemView | null };
export type ManyChanged = { changed: ProblemView[]; refused: Refused[] };

/** Throws `not_found` if one of the problems does not belong to the project; all other errors are reported per problem. */
export async function changeProblems(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { problems, ...change }: { problems: readonly Chosen[] } & ManyChange,
): Promise<ManyChanged> {
  if (Object.keys(change).length !== 1) throw fieldError("assignee", "Pass one change: assignee, snooze or accept.");
  const { project, found } = await chosenOf(ctx, caller, slug, problems);
  const { accept } = change;
  const carried = found.filter(({ problem }) => accept !== undefined && isAudit(problem.pillar));
  const own = found.filter((one) => !carried.includes(one));
  const done = await eachOf(own, ({ problem, rev }) => changeProblem(ctx, caller, problem._id, { rev, ...change }));
  if (carried.length === 0) return done;
  const current = carried.filter(({ problem, rev }) => problem.rev === rev).map(({ problem }) => problem);
  const refused = await acceptProblems(ctx, caller, { project, problems: current, accept });
  for (const { problem, rev } of carried) {
    const now = problemView(ctx, await requireProblem(ctx, caller, problem._id));
    const why = problem.rev === rev ? refused.get(problem._id) : STALE;
    if (why === undefined) done.changed.push(now);
    else done.refused.push({ id: problem._id, message: why, now });
  }
  return done;
}

/** Undoes the last change of each problem. */
export async function undoProblems(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  problems: readonly Chosen[],
): Promise<ManyChanged> {
  const { found } = await chosenOf(ctx, caller, slug, problems);
  return eachOf(found, ({ problem, rev }) => undoProblem(ctx, caller, problem._id, rev));
}

type Found = { problem: Problem; rev: number };

/** Returns each of the problems once. */
async function chosenOf(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  chosen: readonly Chosen[],
): Promise<{ project: Project; found: Found[] }> {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, slug);
  const found: Found[] = [];
  for (const [id, rev] of new Map(chosen.map((one) => [one.id, one.rev]))) {
    const problem = await requireProblem(ctx, caller, id);
    if (problem.projectId !== project._id) throw new ProductError("not_found", `The problem "${id}" was not found.`);
    found.push({ problem, rev });
  }
  return { project, found };
}

async function eachOf(found: readonly Found[], work: (one: Found) => Promise<ProblemView>): Promise<ManyChanged> {
  const done: ManyChanged = { changed: [], refused: [] };
  for (const one of found) {
    try {
      done.changed.push(await work(one));
    } catch (error) {
      if (!(error instanceof ProductError) || error.code === "validation_error") throw error;
      const { now = null } = error.details as { now?: ProblemView };
      done.refused.push({ id: one.problem._id, message: error.message, now });
    }
  }
  return done;
}
