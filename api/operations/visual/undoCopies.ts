// Reruns take over the results of an earlier run together with the decisions about them. When such a decision is undone, the copies lose it
// too: otherwise the rerun would go on passing because of a decision that nobody holds any more.
import { placeIdOf } from "../../../models/ignoredChanges/queries.ts";
import type { Models } from "../../../models/index.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { holdRun } from "../../../models/runs/hold.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { shotOf, shotsOf } from "../../../models/shots/queries.ts";
import { isSameDecision, writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";

/** Maximum number of later runs searched, newest first. */
const MAX_RUNS = 200;

/** A rerun and the results in it that changed. */
export type Undoing = { runId: string; shots: string[] };

/**
 * Gives the copies of results in later runs the state that the results have now. `undone`: results as they were with their decision.
 */
export async function undoCopies(
  { models, now }: { models: Models; now(): Date },
  run: Pick<Run, "_id" | "projectId" | "createdAt">,
  undone: readonly Shot[],
): Promise<Undoing[]> {
  if (undone.length === 0) return [];
  const wanted = { since: run.createdAt, limit: MAX_RUNS, fields: { rerun: 1, branch: 1 } } as const;
  const project = await findProject(models, run.projectId, { mainBranch: 1 });
  if (!project) return [];
  const runs = await latestRunsOfType(models, { project }, "vrt-test", wanted);
  const byPlace = new Map(undone.map((shot) => [placeIdOf(shot.baselineKey), shot]));
  const scenarioIds = [...new Set(undone.map(({ scenarioId }) => scenarioId))];
  const found: Undoing[] = [];
  for (const { _id: runId, rerun } of runs) {
    if (!rerun || runId === run._id) continue;
    const shots: string[] = [];
    for (const copy of await shotsOf(models, { runId, scenarioIds })) {
      const source = byPlace.get(placeIdOf(copy.baselineKey));
      if (!source?.review || copy.carriedFrom !== run._id || !isSameDecision(copy.review, source.review)) continue;
      const as = await shotOf(models, run._id, source._id);
      // A sweep is already deleting the rerun.
      if (!as || !(await holdRun(models, runId, now()))) continue;
      const state = {
        status: as.status,
        review: as.review ?? null,
        before: as.reviewBefore ?? null,
        reasons: as.reasons,
      };
      if (await writeReview(models, copy, state)) shots.push(copy._id);
    }
    if (shots.length > 0) found.push({ runId, shots });
  }
  return found;
}
