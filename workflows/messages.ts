// Messages that workflows handle. The API and the CLI use these definitions as well.
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { RunProgress } from "../domain/engine.ts";
import type { TurnOutcome } from "../domain/functional/recording.ts";
import { DECIDED, END_RECORDING, RECORDING_TURN, UPLOADS_DONE } from "../domain/workflowNames.ts";

/** Returns the live progress of a run. */
export const progressQuery = defineQuery<RunProgress>("progress");

/** Executes the stored turn of a recording; returns its outcome. */
export const recordingTurnUpdate = defineUpdate<TurnOutcome, [turnId: string]>(RECORDING_TURN);
/** Sent when the recording was saved or discarded. */
export const endRecordingSignal = defineSignal(END_RECORDING);
/** Sent when an uploader is finished, to check whether all screenshots have arrived. */
export const uploadsDoneSignal = defineSignal(UPLOADS_DONE);
/** Sent when somebody has decided about results of the project. */
export const decidedSignal = defineSignal(DECIDED);
