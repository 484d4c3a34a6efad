// Queries for the shots of a run.

import { given } from "../../domain/given.ts";
import { runIdOfShot } from "../../domain/shotIds.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, pageInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { CaptureRecord, Shot } from "./schema.ts";

/** Returns the shot with this id, or null if there is none. */
export function findShot<F extends keyof Shot = keyof Shot>(
  models: Models,
  shotId: string,
  fields?: Fields<Shot, F>,
): Promise<Row<Shot, F> | null> {
  return models.shots.findOne({ _id: shotId }, fields).lean<Row<Shot, F>>();
}

export const countShots = (models: Models, runId: string): Promise<number> => models.shots.countDocuments({ runId });

/** Returns the ids of a run's shots, in the order of its plan. */
export async function shotIdsOfRun(models: Models, runId: string): Promise<string[]> {
  const shots = await models.shots
    .find({ runId }, { _id: 1, index: 1 })
    .sort({ index: 1 })
    .lean<Row<Shot, "index">[]>();
  return shots.map(({ _id }) => _id);
}

/** Returns the runs of these shots, without duplicates. */
export async function runsOfShots(models: Models, shotIds: readonly string[]): Promise<string[]> {
  const shots = await models.shots.find({ _id: { $in: [...shotIds] } }, { runId: 1 }).lean<Row<Shot, "runId">[]>();
  return [...new Set(shots.map(({ runId }) => runId))];
}

const NAMES = { projectId: 1, scenarioLabel: 1, viewport: 1 } as const;
type ShotName = Row<Shot, keyof typeof NAMES>;
/** Number of runs read at the same time. */
const AT_ONCE = 6;

/** Returns the scenario and viewport of these shots. */
export async function placesOfShots(models: Models, shotIds: readonly string[]): Promise<ShotName[]> {
  // Read by the run that each id begins with, because on the embedded database a list of ids does not narrow the read.
  const byRun = Map.groupBy(shotIds, (id) => runIdOfShot(id) ?? "");
  const found: ShotName[] = [];
  for (const some of chunksOf([...byRun], AT_ONCE)) {
    const read = some.map(([runId, ids]) =>
      readInTurns<Shot, ShotName>(models.shots, { runId, _id: oneOf(ids) }, { fields: NAMES }),
    );
    found.push(...(await Promise.all(read)).flat());
  }
  return found;
}

/** Returns the reasons of a run's shots with one status, or of all. */
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

/** The fields of the deciding capture. */
const CAPTURED = { scenarioLabel: 1, "captures.artifactId": 1, "captures.mapId": 1 } as const;
export type CapturedShot = { scenarioLabel: string; captures: Pick<CaptureRecord, "artifactId" | "mapId">[] };

/** Calls `work` with the captures of each shot of a run, in the order of its plan, until it returns false. */
export function eachCapturedOfRun(models: Models, runId: string, work: (shot: CapturedShot) => boolean): Promise<void> {
  const reading = { fields: CAPTURED, sort: { index: 1 } } as const;
  return eachInTurns<Shot>(models.shots, { runId }, reading, work);
}

/** Returns the shot with this id if it belongs to the run. */
export function shotOf(models: Models, runId: string, shotId: string): Promise<Shot | null> {
  return models.shots.findOne({ _id: shotId, runId }).lean<Shot>();
}

export const hasShots = async (models: Models, runId: string): Promise<boolean> =>
  (await models.shots.exists({ runId })) !== null;

/** Selects shots of one run that match all given conditions. `after`: only those later in its plan. */
export type ShotChoice = {
  runId: string;
  ids?: readonly string[];
  scenarioIds?: readonly string[];
  scenarioLabels?: readonly string[];
  statuses?: readonly Shot["status"][];
  indexes?: readonly number[];
  after?: number | null;
};

const filterOf = ({ runId, ids, scenarioIds, scenarioLabels, statuses, indexes, after = null }: ShotChoice): object =>
  given({
    runId,
    _id: ids && oneOf(ids),
    scenarioId: scenarioIds && oneOf(scenarioIds),
    scenarioLabel: scenarioLabels && oneOf(scenarioLabels),
    status: statuses && oneOf(statuses),
    index: after === null ? indexes && oneOf(indexes) : { $gt: after },
  });

/** Returns the matching shots, in the order of the run's plan. */
export function shotsOf<F extends keyof Shot = keyof Shot>(
  models: Models,
  choice: ShotChoice,
  { fields, limit }: { fields?: Fields<Shot, F>; limit?: number } = {},
): Promise<Row<Shot, F>[]> {
  return readInTurns(models.shots, filterOf(choice), { fields, sort: { index: 1 }, limit });
}

/** Fields that only capture and comparison need. */
const ONLY_FOR_COMPARING = { spec: 0, bands: 0 } as const;
export type JudgedShot = Omit<Shot, keyof typeof ONLY_FOR_COMPARING>;

/** Returns the matching shots with all their results. */
export function judgedShotsOf(models: Models, choice: ShotChoice, limit: number): Promise<JudgedShot[]> {
  return readInTurns(models.shots, filterOf(choice), { fields: ONLY_FOR_COMPARING, sort: { index: 1 }, limit });
}

/** Returns one shot with all its results. */
export function findJudgedShot(models: Models, shotId: string): Promise<JudgedShot | null> {
  return models.shots.findOne({ _id: shotId }, ONLY_FOR_COMPARING).lean<JudgedShot>();
}

/** Returns a page of the matching shots, in the order of the plan. `fields`: to read, or (with 0) to leave out. */
export function pageOfShots(
  models: Models,
  choice: ShotChoice,
  { fields, limit }: { fields: Readonly<Record<string, 0 | 1>>; limit: number },
): Promise<{ entries: Shot[]; more: boolean }> {
  return pageInTurns<Shot>(models.shots, filterOf(choice), { fields, sort: { index: 1 }, limit });
}

const FAILURE = {
  index: 1,
  scenarioLabel: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  mismatchPercent: 1,
  fingerprint: 1,
  causes: 1,
  status: 1,
  reasons: 1,
  flaky: 1,
  "changes.key": 1,
  "changes.tiny": 1,
} as const;

/** The fields that sort failures and show which of them changed. */
export type FailureRow = Row<Shot, Exclude<keyof typeof FAILURE, `changes.${string}`> | "changes">;

export function failureRowsOf(
  models: Models,
  runId: string,
  statuses: readonly Shot["status"][],
): Promise<FailureRow[]> {
  return readInTurns(models.shots, filterOf({ runId, statuses }), { fields: FAILURE });
}

/** Returns the failed shots of a run that show the same change: one of these causes, or otherwise this fingerprint. */
export function shotsWithChange<F extends keyof Shot>(
  models: Models,
  { runId, causes, fingerprint }: { runId: string; causes?: readonly string[]; fingerprint: string },
  fields: Fields<Shot, F>,
): Promise<Row<Shot, F>[]> {
  const change = causes?.length ? { causes: { $in: [...causes] } } : { fingerprint };
  return readInTurns(models.shots, { runId, ...change, status: "failed" }, { fields, sort: { index: 1 } });
}

/** Returns what failed in a run, largest difference first. */
export function worstFailedShots(
  models: Models,
  runId: string,
  limit: number,
): Promise<Row<Shot, "scenarioLabel" | "viewport">[]> {
  return models.shots
    .find({ runId, status: { $in: ["failed", "error"] } }, { scenarioLabel: 1, viewport: 1 })
    .sort({ mismatchPercent: -1, index: 1 })
    .limit(limit)
    .lean<Row<Shot, "scenarioLabel" | "viewport">[]>();
}
