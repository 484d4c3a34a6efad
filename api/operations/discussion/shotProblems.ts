// Lists the problems that a screenshot shows, so that they can be assigned where they are visible.
import { ProductError } from "../../../domain/errors.ts";
import { statusWith } from "../../../domain/problems/people.ts";
import { problemsOfShot } from "../../../models/problems/ofShot.ts";
import { shotOf } from "../../../models/shots/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { reviewableRun } from "../visual/review.ts";

const MAX_SHOWN = 20;

export async function readShotProblems(ctx: OperationContext, caller: Caller, runId: string, shotId: string) {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const shot = await shotOf(ctx.models, run._id, shotId);
  if (!shot) throw new ProductError("not_found", `The result "${shotId.slice(0, 150)}" was not found.`);
  const problems = await problemsOfShot(ctx.models, run, shot);
  return {
    runId: run._id,
    shotId,
    problems: problems.slice(0, MAX_SHOWN).map((problem) => {
      const { _id: id, rev, title, assignee } = problem;
      return { id, rev, title, assignee, status: statusWith(problem, problem, ctx.now()) };
    }),
  };
}
