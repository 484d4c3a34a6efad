// The last step of every plan of shots: counts its snapshots and writes it as a whole.
import { given } from "../../domain/given.ts";
import { PLAN_LIMITS } from "../../domain/plans.ts";
import { countSnapshots } from "../../models/bookkeeping/usage.ts";
import { planOfOrganisation } from "../../models/organisations/queries.ts";
import { notePlan } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { deleteShots, insertShots } from "../../models/shots/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { requireStillOpen } from "../requireOpen.ts";

/** Throws a non-retryable failure if the month's snapshot limit would be exceeded. */
export async function countRunSnapshots(
  { models }: Pick<CommonDeps, "models">,
  { _id: runId, orgId, createdAt }: Pick<Run, "_id" | "orgId" | "createdAt">,
  count: number,
): Promise<void> {
  const plan = await planOfOrganisation(models, orgId);
  const limit = plan === null ? null : PLAN_LIMITS[plan].snapshotsPerMonth;
  if (!(await countSnapshots(models, { orgId, runId, count, limit, at: createdAt })))
    throw invalid(
      `The plan's quota of ${limit} snapshots a month does not leave room for the ${count} shots of this run.`,
    );
}

/** `unfinished`: an earlier attempt left some shots. `dropped`: a sentence about what an earlier run had, for the end of the run. */
export async function writePlan(
  deps: CommonDeps,
  run: Run,
  shots: readonly Shot[],
  { unfinished, dropped = null }: { unfinished: boolean; dropped?: string | null },
): Promise<void> {
  const { models } = deps;
  // Nothing is captured before the plan is complete, so the records of an earlier, unfinished attempt can be deleted.
  if (unfinished) await deleteShots(models, run._id);
  await insertShots(models, shots);
  await notePlan(models, run, { planned: shots.length, ...given({ dropped: dropped ?? undefined }) });
  await requireStillOpen(deps, run._id);
}
