// What changed between two runs of a project.
import { ProductError } from "../../../../domain/errors.ts";
import type { Project } from "../../../../models/project.ts";
import type { Run } from "../../../../models/run.ts";
import { findRunOf } from "../../../../models/runQueries.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { scoreOf } from "../../health/gather.ts";
import { compareRuns } from "../../runs/compareRuns.ts";

/** Entries of each list. */
const MOST = 200;
const LISTS = ["better", "worse", "appeared", "vanished", "still"] as const;

/** Throws not_found for a run of another project, and as compareRuns. */
export async function compareAppRuns(
  ctx: OperationContext,
  caller: Caller,
  { project, a, b }: { project: Project; a: string; b: string },
) {
  const [before, after] = (await Promise.all([a, b].map((id) => runOf(ctx, project, id)))) as [Run, Run];
  const { unchanged, warnings, ...lists } = await compareRuns(ctx, caller, before, after);
  const shown = Object.fromEntries(LISTS.map((name) => [name, lists[name].slice(0, MOST)])) as typeof lists;
  const totals = Object.fromEntries(LISTS.map((name) => [name, lists[name].length])) as Record<
    (typeof LISTS)[number],
    number
  >;
  return { before: head(before), after: head(after), ...shown, totals, unchanged, warnings };
}

export async function runOf({ models }: OperationContext, project: Project, runId: string): Promise<Run> {
  const run = await findRunOf(models, project._id, runId);
  if (run) return run as Run;
  throw new ProductError("not_found", `The project ${project.name} has no run "${runId}".`);
}

const head = ({ _id, type, createdAt, finishedAt, commitSha, branch, environmentName, verdict, summary }: Run) => ({
  ...{ runId: _id, type, at: (finishedAt ?? createdAt).toISOString(), commitSha, branch, environmentName, verdict },
  score: scoreOf(summary),
});
