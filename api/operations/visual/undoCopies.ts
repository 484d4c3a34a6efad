// Reruns take over the results of an earlier run together with the decisions about them. When such a decision is undone, the copies lose it
// too: otherwise the rerun would go on passing because of a decision that nobody holds any more.
import { placeIdOf } from "../../../models/ignoredChanges/queries.ts";
import type { Models } from "../../../models/index.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { holdRun } from "../../../models/runs/hold.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import { isSameDecision, writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { REVIEWED } from "./failLater.ts";

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
  const project = await findProject(models, run.projectId, { mainBranch: 1 });
  if (!project) return [];
  const wanted = { since: run.createdAt, limit: MAX_RUNS, fields: { rerun: 1 } } as const;
  const later = await latestRunsOfType(models, { project }, "vrt-test", wanted);
  const reruns = later.filter(({ _id, rerun }) => rerun && _id !== run._id);
  if (reruns.length === 0) return [];
  const scenarioIds = [...new Set(undone.map(({ scenarioId }) => scenarioId))];
  const stateOf = (runId: string) => shotsOf(models, { runId, scenarioIds }, { fields: REVIEWED });
  const decidedAs = new Map(undone.map((shot) => [placeIdOf(shot.baselineKey), shot.review]));
  const current = new Map((await stateOf(run._id)).map((shot) => [placeIdOf(shot.baselineKey), shot]));
  const found: Undoing[] = [];
  for (const { _id: runId } of reruns) {
    const shots: string[] = [];
    for (const copy of await stateOf(runId)) {
      const place = placeIdOf(copy.baselineKey);
      const [decision, source] = [decidedAs.get(place), current.get(place)];
      if (!decision || !source || copy.carriedFrom !== run._id || !isSameDecision(copy.review, decision)) continue;
      // A sweep is already deleting the rerun.
      if (!(await holdRun(models, runId, now()))) break;
      const { status, reasons, review = null, reviewBefore: before = null } = source;
      if (await writeReview(models, copy, { status, reasons, review, before })) shots.push(copy._id);
    }
    if (shots.length > 0) found.push({ runId, shots });
  }
  return found;
}
