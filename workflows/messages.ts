// Messages that workflows answer. The API and the CLI use these same definitions.
import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { RunProgress } from "../domain/engine.ts";
import type { TurnOutcome } from "../domain/functional/recording.ts";
import { DECIDED, END_RECORDING, RECORDING_TURN, UPLOADS_DONE } from "../domain/workflowNames.ts";

/** Live progress of a run. */
export const progressQuery = defineQuery<RunProgress>("progress");

/** Has the turn that is stored with a recording done; answers what became of it. */
export const recordingTurnUpdate = defineUpdate<TurnOutcome, [turnId: string]>(RECORDING_TURN);
/** The recording was saved or discarded. */
export const endRecordingSignal = defineSignal(END_RECORDING);
/** A sender of pictures is done: see whether all have come. */
export const uploadsDoneSignal = defineSignal(UPLOADS_DONE);
/** Somebody decided about results of the project. */
export const decidedSignal = defineSignal(DECIDED);
