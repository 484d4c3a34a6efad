// What is asked about the shots of a run.
import type { Fields, Row } from "./fields.ts";
import type { Models } from "./index.ts";
import { eachInTurns } from "./readInTurns.ts";
import type { Shot } from "./shot.ts";

/** The shot with this id; null: there is none. */
export function findShot<F extends keyof Shot = keyof Shot>(
  models: Models,
  shotId: string,
  fields?: Fields<Shot, F>,
): Promise<Row<Shot, F> | null> {
  return models.shots.findOne({ _id: shotId }, fields).lean<Row<Shot, F>>();
}

/** How many shots a run has. */
export const countShots = (models: Models, runId: string): Promise<number> => models.shots.countDocuments({ runId });

/** The ids of a run's shots, in the order of its plan. */
export async function shotIdsOfRun(models: Models, runId: string): Promise<string[]> {
  const shots = await models.shots
    .find({ runId }, { _id: 1, index: 1 })
    .sort({ index: 1 })
    .lean<Row<Shot, "index">[]>();
  return shots.map(({ _id }) => _id);
}

/** The runs that these shots are of, each once. */
export async function runsOfShots(models: Models, shotIds: readonly string[]): Promise<string[]> {
  const shots = await models.shots.find({ _id: { $in: [...shotIds] } }, { runId: 1 }).lean<Row<Shot, "runId">[]>();
  return [...new Set(shots.map(({ runId }) => runId))];
}

/** What was said of a run's shots; of those with one status, or of all. */
export function shotReasons(
  models: Models,
  runId: string,
  { status, limit = 0 }: { status?: Shot["status"]; limit?: number } = {},
): Promise<Row<Shot, "reasons">[]> {
  const filter = status === undefined ? { runId } : { runId, status };
  return models.shots.find(filter, { reasons: 1 }).limit(limit).lean<Row<Shot, "reasons">[]>();
}

/** Calls `work` with each shot of a run, in the order of its plan. */
export function eachShotOfRun<F extends keyof Shot>(
  models: Models,
  runId: string,
  { fields, limit }: { fields: Fields<Shot, F>; limit?: number },
  work: (shot: Row<Shot, F>) => void,
): Promise<void> {
  return eachInTurns<Shot>(models.shots, { runId }, { fields, sort: { index: 1 }, limit }, work);
}
