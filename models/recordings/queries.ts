// What those who record ask and write. Every write is guarded: one turn at a time, and none after the end.
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
/** A turn whose caller was lost holds up the recording no longer than this. */
const TURN_LOST_MS = 2 * TURN_MS;
/** A saving that has left no feature by then was cut short. */
const SAVE_LOST_MS = 60_000;

const NO_TURN = { turnId: null, turn: null, turnAt: null } as const;

export function findRecording(models: Models, _id: string): Promise<Recording | null> {
  return models.recordings.findById(_id).lean<Recording>();
}

/** For pages that are open. */
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

/** The newest recordings of a project. */
export function recentRecordings(models: Models, projectId: string, limit: number): Promise<Recording[]> {
  return models.recordings.find({ projectId }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Recording[]>();
}

/**
 * Recordings of the project that this caller started and that are open (`what`), or have no feature although they were to be saved;
 * the newest first. `by` is how those without an id name it.
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

/** Recordings of the project that are open; those that nobody touched for longer than `idleMs` have ended without saying so. */
export async function openRecordings(models: Models, projectId: string, at: Date, idleMs: number): Promise<number> {
  const since = new Date(at.getTime() - idleMs - TURN_LOST_MS);
  return models.recordings.countDocuments({ projectId, status: "open", touchedAt: { $gte: since } });
}

/** Removes what ended long ago. */
export async function forgetOldRecordings(models: Models, projectId: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - RECORDING_LIMITS.keptDays * DAY_MS);
  await models.recordings.deleteMany({ projectId, touchedAt: { $lt: before } });
}

/** Claims the recording for one turn. False: another turn is under way, steps were added meanwhile, or it has ended. */
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

/** The turn as it is stored. */
export const sealedTurn = ({ keyword, text }: RecordedStep, sealer: Sealer): StoredTurn => ({
  keyword,
  text: "",
  sealed: sealer.seal(text),
});

/** The step that a stored turn is. Throws SealError where it was sealed under another key. */
export const openedTurn = ({ keyword, text, sealed }: StoredTurn, sealer: Sealer): RecordedStep => ({
  keyword,
  text: sealed === undefined ? text : sealer.open(sealed),
});

/** Keeps `step`, the turn that worked. False: the turn is no longer under way. */
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

/** The turn is over, whatever became of it. */
export async function endTurn(models: Models, _id: string, turnId: string, at: Date): Promise<void> {
  const { matchedCount } = await models.recordings.updateOne({ _id, turnId }, { $set: { ...NO_TURN, touchedAt: at } });
  if (matchedCount === 1) await noteById(models, _id);
}

/** False: it has ended already, or a turn is under way. */
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

/** Claims a recording whose saving was cut short. False: it is being saved, or has its feature. */
export async function claimSaving(models: Models, _id: string, at: Date): Promise<boolean> {
  const lost = { $lt: new Date(at.getTime() - SAVE_LOST_MS) };
  const { matchedCount } = await models.recordings.updateOne(
    { _id, status: "saved", featureId: null, endedAt: lost },
    { $set: { endedAt: at } },
  );
  return matchedCount === 1;
}

/** `claimedAt`: the end that this saver wrote; one that claimed the recording since has the say, here and below. */
export async function noteFeature(
  models: Models,
  { _id, claimedAt }: { _id: string; claimedAt: Date },
  featureId: string,
): Promise<void> {
  await models.recordings.updateOne({ _id, status: "saved", endedAt: claimedAt }, { $set: { featureId } });
  await noteById(models, _id);
}

/** The saving failed: the recording goes on. */
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

/** A saving that was cut short failed again. Its page is gone, so it does not go on: another call may save it. */
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

/** The workflow ends a recording that nobody touched: whatever is under way was lost long ago. */
export async function expireRecording(models: Models, _id: string, at: Date): Promise<void> {
  await models.recordings.updateOne({ _id, status: "open" }, { $set: { status: "expired", endedAt: at, ...NO_TURN } });
  await noteById(models, _id);
}

export async function insertRecording(models: Models, recording: Recording): Promise<void> {
  await models.recordings.create(recording);
  await noteRecording(models, recording);
}
