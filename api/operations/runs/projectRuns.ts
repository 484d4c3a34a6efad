// Finds the runs of a project that a call may refer to, for a caller who already has access to the project.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { childRunIdOf } from "../../../domain/ids.ts";
import type { StatusType } from "../../../domain/runTypes.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRunOf, latestRun, latestRunOfType, latestRunsOfType, recentRunIds } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { hasShotOf } from "../../../models/shots/facts.ts";
import type { OperationContext } from "../../lib/context.ts";

type Ctx = Pick<OperationContext, "models">;
export type ProjectPlace = { project: Project; environment: Environment | null; branch?: string };

const runPlace = ({ project, environment, branch }: ProjectPlace) => ({
  project,
  environmentId: environment?._id,
  branch,
});

/** Returns null if the project has no run with this id. */
export const namedRun = ({ models }: Ctx, project: Project, runId: string): Promise<Run | null> =>
  findRunOf(models, project._id, runId);

/** Returns the newest run with this status. If a type is given, parts of full audits count; otherwise they do not. */
export const newestRun = (
  { models }: Ctx,
  place: ProjectPlace,
  { status, type }: { status: Run["status"]; type?: StatusType },
): Promise<Run | null> =>
  type === undefined
    ? latestRun(models, runPlace(place), { status })
    : latestRunOfType(models, runPlace(place), type, { status });

/** Maximum number of completed runs searched for a scenario; older runs say too little about it. */
const MAX_LOOKED = 50;

/** Returns the newest completed visual run that includes the scenario; null if none of the searched runs does. */
export async function newestRunWith({ models }: Ctx, place: ProjectPlace, scenarioLabel: string): Promise<Run | null> {
  const wanted = { status: "completed", limit: MAX_LOOKED } as const;
  for (const run of await latestRunsOfType(models, runPlace(place), "vrt-test", wanted))
    if (await hasShotOf(models, run._id, scenarioLabel)) return run;
  return null;
}

/** Returns the run of one pillar in a full audit; null before the audit was planned and if the pillar is not part of it. */
export const pillarPartOf = ({ models }: Ctx, full: Run, pillar: Pillar): Promise<Run | null> =>
  findRunOf(models, full.projectId, childRunIdOf(full._id, pillar));

/** Returns the ids of the newest runs, including parts, to suggest one for a mistyped id. */
export const recentIds = ({ models }: Ctx, place: ProjectPlace, limit: number): Promise<string[]> =>
  recentRunIds(models, runPlace(place), limit);
