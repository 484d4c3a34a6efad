// Queries and writes for recording. Every write is guarded: one turn at a time, and none after the end.
import {
  RECORDING_LIMITS,
  type RecordedStep,
  type RecordingStatus,
  TURN_MS,
} from "../../domain/functional/recording.ts";
import type { Sealer } from "../../platform/sealing.ts";
import { noteChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import type { Recording, StoredTurn } from "./schema.ts";

const DAY_MS = 86_400_000;
/** After this time, a turn whose caller was lost no longer blocks the recording. */
const TURN_LOST_MS = 2 * TURN_MS;
/** After this time, a save without a feature was interrupted. */
const SAVE_LOST_MS = 60_000;

const NO_TURN = { turnId: null, turn: null, turnAt: null } as const;

export function findRecording(models: Models, _id: string): Promise<Recording | null> {
  return models.recordings.findById(_id).lean<Recording>();
}

/** Notifies open pages. */
export const noteRecording = (
  models: Models,
  { _id, projectId }: Pick<Recording, "_id" | "projectId">,
): Promise<void> => noteChange(models, { kind: "recording", id: _id, projectId });

async function noteById(models: Models, _id: string): Promise<void> {
  const recording = await models.recordings
    .findById(_id, { projectId: 1 })
    .lean<Pick<Recording, "_id" | "projectId">>();
  if (recording) await noteRecording(models, recording);
}

/** Returns the newest recordings of a project. */
export function recentRecordings(models: Models, projectId: string, limit: number): Promise<Recording[]> {
  return models.recordings.find({ projectId }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Recording[]>();
}

/**
 * Returns recordings of the project that this caller started and that are open (`what`), or that were to be saved but have no feature;
 * newest first. `by`: name of the caller in recordings without a caller id.
 */
export function recordingsOf(
  models: Models,
  { projectId, callerId, by, what }: { projectId: string; callerId: string; by: string; what: "open" | "unsaved" },
): Promise<Recording[]> {
  const own = { $or: [{ createdById: callerId }, { createdById: null, createdBy: by }] };
  const state = what === "open" ? { status: "open" as const } : { status: "saved" as const, featureId: null };
  return models.recordings
    .find({ projectId, ...state, ...own })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Recording[]>();
}

/** Returns the number of open recordings of the project; those untouched for longer than `idleMs` have ended without reporting it. */
export async function openRecordings(models: Models, projectId: string, at: Date, idleMs: number): Promise<number> {
  const since = new Date(at.getTime() - idleMs - TURN_LOST_MS);
  return models.recordings.countDocuments({ projectId, status: "open", touchedAt: { $gte: since } });
}

/** Deletes recordings that ended long ago. */
export async function forgetOldRecordings(models: Models, projectId: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - RECORDING_LIMITS.keptDays * DAY_MS);
  await models.recordings.deleteMany({ projectId, touchedAt: { $lt: before } });
}

/** Claims the recording for one turn. Returns false if another turn is running, steps were added since it was read, or it has ended. */
export async function claimTurn(
  models: Models,
  { _id, seq }: Pick<Recording, "_id" | "seq">,
  { turnId, turn, at }: { turnId: string; turn: StoredTurn; at: Date },
): Promise<boolean> {
  const free = { _id, status: "open" as const, seq };
  const claim = { $set: { turnId, turn, turnAt: at, touchedAt: at } };
  const claimed = await models.recordings.updateOne({ ...free, turnId: null }, claim);
  const lost = { $lt: new Date(at.getTime() - TURN_LOST_MS) };
  const won =
    claimed.matchedCount === 1 ||
    (await models.recordings.updateOne({ ...free, turnAt: lost }, claim)).matchedCount === 1;
  if (won) await noteById(models, _id);
  return won;
}

/** Returns the turn in its stored form. */
export const sealedTurn = ({ keyword, text }: RecordedStep, sealer: Sealer): StoredTurn => ({
  keyword,
  text: "",
  sealed: sealer.seal(text),
});

/** Returns the step of a stored turn. Throws SealError if it was sealed with another key. */
export const openedTurn = ({ keyword, text, sealed }: StoredTurn, sealer: Sealer): RecordedStep => ({
  keyword,
  text: sealed === undefined ? text : sealer.open(sealed),
});

/** Stores `step`, the turn that worked. Returns false if the turn is no longer running. */
export async function keepStep(
  models: Models,
  recording: Pick<Recording, "_id" | "projectId" | "seq" | "steps" | "turnId">,
  { step, at }: { step: RecordedStep; at: Date },
): Promise<boolean> {
  const { _id, seq, steps, turnId } = recording;
  if (turnId === null) return false;
  const { matchedCount } = await models.recordings.updateOne(
    { _id, status: "open", seq, turnId },
    { $set: { steps: [...steps, step], seq: seq + 1, ...NO_TURN, touchedAt: at } },
  );
  if (matchedCount === 1) await noteRecording(models, recording);
  return matchedCount === 1;
}

/** Ends the turn, whatever its outcome. */
export async function endTurn(models: Models, _id: string, turnId: string, at: Date): Promise<void> {
  const { matchedCount } = await models.recordings.updateOne({ _id, turnId }, { $set: { ...NO_TURN, touchedAt: at } });
  if (matchedCount === 1) await noteById(models, _id);
}

/** Ends the recording. Returns false if it has already ended, or a turn is running. */
export async function endRecordingAs(
  models: Models,
  { _id, seq }: Pick<Recording, "_id" | "seq">,
  status: Exclude<RecordingStatus, "open">,
  at: Date,
): Promise<boolean> {
  const { matchedCount } = await models.recordings.updateOne(
    { _id, status: "open", seq, turnId: null },
    { $set: { status, endedAt: at } },
  );
  if (matchedCount === 1) await noteById(models, _id);
  return matchedCount === 1;
}

/** Claims a recording whose save was interrupted. Returns false if it is being saved, or has its feature. */
export async function claimSaving(models: Models, _id: string, at: Date): Promise<boolean> {
  const lost = { $lt: new Date(at.getTime() - SAVE_LOST_MS) };
  const { matchedCount } = await models.recordings.updateOne(
    { _id, status: "saved", featureId: null, endedAt: lost },
    { $set: { endedAt: at } },
  );
  return matchedCount === 1;
}

/**
 * Records the saved feature. `claimedAt`: the `endedAt` that this saver wrote; if another saver has claimed the recording since, this and
 * the functions below change nothing.
 */
export async function noteFeature(
  models: Models,
  { _id, claimedAt }: { _id: string; claimedAt: Date },
  featureId: string,
): Promise<void> {
  await models.recordings.updateOne({ _id, status: "saved", endedAt: claimedAt }, { $set: { featureId } });
  await noteById(models, _id);
}

/** Reopens the recording because the save failed. */
export async function reopenRecording(
  models: Models,
  { _id, claimedAt }: { _id: string; claimedAt: Date },
  at: Date,
): Promise<void> {
  await models.recordings.updateOne(
    { _id, status: "saved", featureId: null, endedAt: claimedAt },
    { $set: { status: "open", endedAt: null, touchedAt: at } },
  );
  await noteById(models, _id);
}

/** Releases a recording whose interrupted save failed again. Its page is gone, so it stays closed, and another call may save it. */
export async function giveSavingBack(
  models: Models,
  { _id, claimedAt }: { _id: string; claimedAt: Date },
  endedAt: Date | null,
): Promise<void> {
  await models.recordings.updateOne(
    { _id, status: "saved", featureId: null, endedAt: claimedAt },
    { $set: { endedAt } },
  );
}

/** Ends a recording that nobody touched, from the workflow: any running turn was lost long ago. */
export async function expireRecording(models: Models, _id: string, at: Date): Promise<void> {
  await models.recordings.updateOne({ _id, status: "open" }, { $set: { status: "expired", endedAt: at, ...NO_TURN } });
  await noteById(models, _id);
}

export async function insertRecording(models: Models, recording: Recording): Promise<void> {
  await models.recordings.create(recording);
  await noteRecording(models, recording);
}
