// The newest screenshots of scenarios, used to estimate the effect of a rule.
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { type JudgedShot, judgedShotsOf } from "../../../models/shots/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Maximum number of runs to search. */
const MAX_RUNS = 5;

/** Returns, for each scenario, the results of the newest run that has any; about `limit` in total, and more than `limit` if there are more. */
export async function newestShots(
  { models }: Pick<OperationContext, "models">,
  project: Project,
  wanted: ReadonlySet<string>,
  limit: number,
): Promise<JudgedShot[]> {
  const runs = await latestRunsOfType(models, { project }, "vrt-test", {
    status: "completed",
    limit: MAX_RUNS,
    fields: { _id: 1 },
  });
  const found: JudgedShot[] = [];
  const missing = new Set(wanted);
  for (const { _id: runId } of runs) {
    if (missing.size === 0 || found.length > limit) break;
    const shots = await judgedShotsOf(models, { runId, scenarioLabels: [...missing] }, limit + 1);
    for (const shot of shots) missing.delete(shot.scenarioLabel);
    found.push(...shots);
  }
  return found;
}
