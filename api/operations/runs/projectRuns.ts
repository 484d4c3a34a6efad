// The runs of a project that a call may mean, for a caller to whom the project is known already.
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

/** null: the project has no run with this id. */
export const namedRun = ({ models }: Ctx, project: Project, runId: string): Promise<Run | null> =>
  findRunOf(models, project._id, runId);

/** The newest run with this status. Of a type: a part of a full audit too; of any type: never a part. */
export const newestRun = (
  { models }: Ctx,
  place: ProjectPlace,
  { status, type }: { status: Run["status"]; type?: StatusType },
): Promise<Run | null> =>
  type === undefined
    ? latestRun(models, runPlace(place), { status })
    : latestRunOfType(models, runPlace(place), type, { status });

/** Completed runs that are looked through for a scenario; older ones say too little of it. */
const MAX_LOOKED = 50;

/** The newest completed visual run that took the scenario; null: none of the newest did. */
export async function newestRunWith({ models }: Ctx, place: ProjectPlace, scenarioLabel: string): Promise<Run | null> {
  const wanted = { status: "completed", limit: MAX_LOOKED } as const;
  for (const run of await latestRunsOfType(models, runPlace(place), "vrt-test", wanted))
    if (await hasShotOf(models, run._id, scenarioLabel)) return run;
  return null;
}

/** The run of one pillar in a full audit; null before it was planned, and where the audit has none for it. */
export const pillarPartOf = ({ models }: Ctx, full: Run, pillar: Pillar): Promise<Run | null> =>
  findRunOf(models, full.projectId, childRunIdOf(full._id, pillar));

/** The ids of the newest runs, parts too: what somebody may have meant by one that was mistyped. */
export const recentIds = ({ models }: Ctx, place: ProjectPlace, limit: number): Promise<string[]> =>
  recentRunIds(models, runPlace(place), limit);
