// What goes on in a project now, and the jobs that ended last.
import { JOB_KINDS } from "../../../domain/jobs/kinds.ts";
import { truncate } from "../../../domain/text.ts";
import { newestJobs } from "../../../models/jobs.ts";
import { pageOfRuns } from "../../../models/runQueries.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { ROW_FIELDS, runRow } from "./runRow.ts";

const MOST_RUNS = 50;
const MOST_JOBS = 50;
const LONGEST_ERROR = 500;

export async function running(ctx: OperationContext, caller: Caller, slug: string) {
  requireReadRight(caller);
  const project = await resolveProject(ctx, caller, slug);
  const [runs, jobs] = await Promise.all([
    pageOfRuns(
      ctx.models,
      { project },
      { status: "running", alone: true, after: null, limit: MOST_RUNS, fields: ROW_FIELDS },
    ),
    newestJobs(ctx.models, project._id, MOST_JOBS),
  ]);
  return {
    runs: runs.map(runRow),
    jobs: jobs.map(({ _id, kind, status, environment, requestedBy, progress, error, createdAt, finishedAt }) => ({
      ...{
        jobId: _id,
        kind,
        name: JOB_KINDS[kind].name,
        unit: JOB_KINDS[kind].unit,
        status,
        environment: environment || null,
      },
      ...{ requestedBy, error: error === null ? null : truncate(error, LONGEST_ERROR) },
      progress: { phase: progress.phase, done: progress.done, total: progress.total },
      ...{ createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null },
    })),
  };
}
