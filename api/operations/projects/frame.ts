// Data around every screen of a project: its environments and branches, and what is currently running.
import { JOB_KINDS } from "../../../domain/jobs/kinds.ts";
import { RUN_NAME } from "../../../domain/runTypes.ts";
import { openJobs } from "../../../models/jobs/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { waitingIn } from "../../../models/reviewItems/queries.ts";
import { oldestRunning } from "../../../models/runs/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { reviewFilterOf, waitingView } from "../visual/waitingView.ts";
import { type PlaceInput, placeOf, scopesOf } from "./place.ts";
import { viewProjectHead } from "./projectView.ts";

const MAX_WORK = 50;
const RUN_FIELDS = { type: 1, progress: 1, parentRunId: 1, requestedBy: 1 } as const;

type Work = {
  kind: "run" | "job";
  id: string;
  title: string;
  startedAt: string;
  progress: { phase: string; done: number; total: number };
  by: string;
};

/** `input`: filter for what waits for review. Throws `not_found` if the caller may not see the project. */
export async function frameOf(ctx: OperationContext, caller: Caller, slug: string, input: PlaceInput = {}) {
  requireReadRight(caller);
  const place = await placeOf(ctx, caller, slug, input);
  const { project } = place;
  const [scopes, work, waiting] = await Promise.all([
    scopesOf(ctx, project),
    workOf(ctx, project),
    waitingIn(ctx.models, project._id, reviewFilterOf(place)),
  ]);
  return { project: viewProjectHead(project), ...scopes, work, review: waitingView(waiting) };
}

/** Returns running runs and jobs, oldest first. Parts of a full audit are represented by the audit. */
async function workOf({ models }: OperationContext, project: Project): Promise<Work[]> {
  const [runs, jobs] = await Promise.all([
    oldestRunning(models, { project }, MAX_WORK, RUN_FIELDS),
    openJobs(models, project._id, MAX_WORK),
  ]);
  const told = ({ phase, done, total }: Work["progress"]) => ({ phase, done, total });
  const work: Work[] = [
    ...runs
      .filter(({ parentRunId }) => parentRunId === null)
      .map(({ _id, type, createdAt, progress, requestedBy }) => ({
        kind: "run" as const,
        id: _id,
        title: RUN_NAME[type],
        startedAt: createdAt.toISOString(),
        progress: told(progress),
        by: requestedBy,
      })),
    ...jobs.map(({ _id, kind, createdAt, progress, requestedBy }) => ({
      kind: "job" as const,
      id: _id,
      title: JOB_KINDS[kind].name,
      startedAt: createdAt.toISOString(),
      progress: told(progress),
      by: requestedBy,
    })),
  ];
  return work.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).slice(0, MAX_WORK);
}
