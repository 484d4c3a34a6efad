// Recordings: starting one, its turns, and saving or discarding it. The page itself is open in a worker.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { gherkinOf } from "../../../domain/functional/create/compose.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { SAY } from "../../../domain/functional/library/sentences.ts";
import type { StepLibrary } from "../../../domain/functional/match/library.ts";
import { planCompiled, prepare } from "../../../domain/functional/planFeature.ts";
import {
  bareSentence,
  type ElementTurn,
  featureNameOf,
  keywordOf,
  RECORDING_LIMITS,
  type RecordedStep,
  sentenceOf,
  TURN_MS,
  type TurnOutcome,
} from "../../../domain/functional/recording.ts";
import { cleanText } from "../../../domain/functional/secrets/cleanText.ts";
import { type KnownSecret, withReferences } from "../../../domain/functional/secrets/knownSecrets.ts";
import { withoutTyped } from "../../../domain/functional/secrets/passwordFields.ts";
import { given } from "../../../domain/given.ts";
import { makeId } from "../../../domain/ids.ts";
import { plural } from "../../../domain/text.ts";
import { isDatabaseAway } from "../../../models/database/databaseAway.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { newestGoalDraft, recordedFeature } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import {
  claimSaving,
  claimTurn,
  endRecordingAs,
  endTurn,
  expireRecording,
  findRecording,
  forgetOldRecordings,
  giveSavingBack,
  insertRecording,
  noteFeature,
  openRecordings,
  recentRecordings,
  recordingsOf,
  reopenRecording,
  sealedTurn,
} from "../../../models/recordings/queries.ts";
import type { Recording } from "../../../models/recordings/schema.ts";
import { callerId, describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { pollUntil } from "../../lib/pollUntil.ts";
import { isAway } from "../../lib/startWork.ts";
import { requireStorage } from "../../lib/storage.ts";
import { requireBrowsers } from "../../lib/unservedQueues.ts";
import { usualEnvironment } from "../../lib/usualEnvironment.ts";
import { storable } from "./featureText.ts";
import { projectLibrary } from "./library.ts";
import { changeFeature, createFeature, type SavedFeature } from "./saveFeature.ts";
import { suggestSteps } from "./suggestSteps.ts";

/** The recording after the turn, and the outcome of the turn. */
export type RecordedTurn = { recording: Recording; outcome: TurnOutcome; sentence: string };

export type StartInput = {
  project: Project;
  environment: Environment | null;
  /** If empty, the caller's last requested goal is used. */
  goal: string;
  startPath: string;
};

/** Maximum number of the project's recordings searched for the caller's last one. */
const RECENT = 50;

/** Opens the page. Throws `tool_error` if it cannot be opened, and `conflict` if too many recordings are open. */
export async function startRecording(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, goal, startPath }: StartInput,
): Promise<RecordedTurn> {
  requireRight(caller, "mcpWrite");
  await requireStorage(ctx, caller.orgId);
  const place = environment ?? (await usualEnvironment(ctx, project));
  const where = given({ location: place?.location || undefined });
  await requireBrowsers(ctx, where.location);
  const { models, config } = ctx;
  const now = ctx.now();
  await forgetOldRecordings(models, project._id, now);
  if ((await openRecordings(models, project._id, now, config.recordingIdleMs)) >= RECORDING_LIMITS.open)
    throw new ProductError(
      "conflict",
      `The project has the maximum of ${RECORDING_LIMITS.open} open recordings: end one with agent_finish_recording.`,
    );
  const recording: Recording = {
    _id: makeId("recording", ctx.ulid()),
    orgId: project.orgId,
    projectId: project._id,
    name: await nameOf(ctx, caller, project, goal),
    status: "open",
    steps: [],
    seq: 0,
    environmentId: place?._id ?? null,
    environmentName: place?.name ?? null,
    baseUrl: place?.baseUrl ?? project.baseUrl,
    ...where,
    turnId: null,
    turn: null,
    turnAt: null,
    createdBy: describeCaller(caller),
    createdById: callerId(caller),
    createdAt: now,
    touchedAt: now,
    endedAt: null,
    featureId: null,
  };
  await insertRecording(models, recording);
  const giveUp = async () => {
    await expireRecording(models, recording._id, ctx.now());
    await closePage(ctx, recording._id);
  };
  try {
    await ctx.engine.startRecording(
      { recordingId: recording._id, idleMs: config.recordingIdleMs, ...where },
      { projectSlug: project.slug },
    );
    const opened = await takeTurn(ctx, caller, project, recording, { sentence: SAY.open(startPath) });
    if (opened.outcome.state === "done") {
      await recordAudit(ctx, caller, "recording.start", project._id, { recording: recording._id });
      return opened;
    }
    throw new ProductError(
      "tool_error",
      `${startPath} could not be opened: ${opened.outcome.message ?? "no reason given"}`,
    );
  } catch (error) {
    await giveUp().catch((later: unknown) => ctx.log("warn", "a recording was not ended", { reason: String(later) }));
    throw error;
  }
}

export type Said = { sentence: string } | ElementTurn;

/**
 * Runs one turn, for a key that may change things or in the session of the person who started the recording; throws `scope_denied`
 * otherwise. A failed turn leaves the recording unchanged. Throws `conflict` while another turn is in progress.
 */
export async function recordingTurn(
  ctx: OperationContext,
  caller: Caller,
  { project, recordingId, said }: { project: Project; recordingId: string; said: Said },
): Promise<RecordedTurn> {
  requireRight(caller, "mcpWrite");
  const recording = await requireOpen(ctx, project, recordingId);
  if (caller.kind === "user" && !isOwn(recording, caller))
    throw new ProductError(
      "scope_denied",
      `${recording.createdBy} started this recording, and only they continue it. Start one of your own with agent_start_recording.`,
    );
  if (recording.seq >= RECORDING_LIMITS.steps)
    throw new ProductError(
      "conflict",
      `The recording has the maximum of ${plural(recording.seq, "step")}: end it with agent_finish_recording.`,
    );
  await requireBrowsers(ctx, recording.location);
  return takeTurn(ctx, caller, project, recording, said);
}

async function takeTurn(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  recording: Recording,
  said: Said,
): Promise<RecordedTurn> {
  const { models, engine } = ctx;
  const turn = await stepOf(ctx, caller, project, recording, said);
  const turnId = ctx.ulid().toLowerCase();
  if (!(await claimTurn(models, recording, { turnId, turn: sealedTurn(turn, ctx.sealer), at: ctx.now() })))
    throw new ProductError(
      "conflict",
      "Another turn of this recording is in progress, or the recording has just ended. Call again.",
    );
  let outcome: TurnOutcome | null;
  try {
    outcome = await engine.recordingTurn(recording._id, turnId);
  } finally {
    await releaseTurn(ctx, recording._id, turnId);
  }
  if (outcome === null) {
    await expireRecording(models, recording._id, ctx.now());
    throw hasEnded(recording._id, "expired");
  }
  const now = (await findRecording(models, recording._id)) ?? recording;
  return { recording: now, outcome, sentence: turn.text };
}

/** Ends the turn, which would block the recording for minutes. */
const releaseTurn = (ctx: OperationContext, recordingId: string, turnId: string): Promise<void> =>
  nowOrLater(ctx, { what: "a turn could not be ended yet", recordingId, isAway: isDatabaseAway }, () =>
    endTurn(ctx.models, recordingId, turnId, ctx.now()),
  );

/** Closes the page of a recording that has ended. Temporal closes it after its idle time if nobody does. */
const closePage = (ctx: OperationContext, recordingId: string): Promise<void> =>
  nowOrLater(ctx, { what: "the page of a recording could not be closed yet", recordingId, isAway }, () =>
    ctx.engine.endRecording(recordingId),
  );

/** Does what must follow. If what it needs is away, it goes on trying after the response. */
async function nowOrLater(
  { log }: OperationContext,
  { what, recordingId, isAway }: { what: string; recordingId: string; isAway: (error: unknown) => boolean },
  work: () => Promise<unknown>,
): Promise<void> {
  const isDone = () =>
    work().then(
      () => true,
      () => false,
    );
  await work().catch((error: unknown) => {
    if (!isAway(error)) throw error;
    log("warn", what, { recordingId, reason: messageOf(error) });
    void pollUntil(isDone, { maxWaitMs: TURN_MS, signal: new AbortController().signal });
  });
}

/** Throws `validation_error` if no definition matches, with sentences that would. */
async function stepOf(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  { seq }: Recording,
  said: Said,
): Promise<RecordedStep> {
  const made = "sentence" in said ? { text: bareSentence(said.sentence) } : sentenceOf(said);
  if ("problem" in made) throw new ProductError("validation_error", made.problem);
  const library = await projectLibrary(ctx, project._id);
  const text = storableSentence(made.text, await knownSecrets(ctx, project._id), library);
  const step = prepare({ text, argument: null }, library);
  if (step.state === "prepared") return { keyword: keywordOf(step, seq === 0), text };
  const { found } = await suggestSteps(ctx, caller, { project, sentence: text });
  const near = found.slice(0, 3).map(({ sentence }) => sentence);
  const hint = near.length > 0 ? ` Near it: ${near.join("; ")}.` : "";
  throw new ProductError("validation_error", `"${text}" cannot be recorded: ${step.problem}${hint}`);
}

/** Returns the sentence with the environments' secrets replaced by references. Throws `validation_error` if it still contains a password. */
function storableSentence(sentence: string, known: readonly KnownSecret[], library: StepLibrary): string {
  const plan = (feature: string) => planCompiled(compileFeature(feature), library);
  const { text, problems } = cleanText(`${AS_FEATURE}${sentence}`, known, plan);
  const [problem] = problems;
  if (problem) throw new ProductError("validation_error", problem.message.replace(/^Line \d+ /, "The sentence "));
  return text.slice(AS_FEATURE.length);
}

const AS_FEATURE = "Feature: Recording\n  Scenario: Recording\n    * ";

export type FinishInput = {
  project: Project;
  /** Defaults to the caller's open recording, otherwise to the one whose saving was interrupted. */
  recordingId?: string;
  save: boolean;
  draft?: boolean;
  group?: string[];
  ticketId?: string;
};

/**
 * Saves the feature or discards the recording. Throws `save_failed` if it cannot be saved; the recording then continues. If saving was
 * interrupted, the next call repeats it and still creates only one feature; if that fails, the recording can still be saved.
 */
export async function finishRecording(
  ctx: OperationContext,
  caller: Caller,
  { project, recordingId: named, save, draft, group, ticketId }: FinishInput,
): Promise<{ recording: Recording; saved: SavedFeature | null }> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  const recording =
    named === undefined ? await ownRecording(ctx, caller, project, save) : await requireRecording(ctx, project, named);
  const { _id: recordingId, status, featureId } = recording;
  const wasCut = save && status === "saved" && featureId === null;
  if (status !== "open" && !wasCut) throw hasEnded(recordingId, status);
  const claimedAt = ctx.now();
  const claim = { _id: recordingId, claimedAt };
  if (wasCut && !(await claimSaving(models, recordingId, claimedAt)))
    throw new ProductError("conflict", "The recording is being saved. Call again.");
  if (!wasCut && !(await endRecordingAs(models, recording, save ? "saved" : "discarded", claimedAt)))
    throw new ProductError(
      "conflict",
      "Another turn of this recording is in progress, or the recording has just ended. Call again.",
    );
  let saved: SavedFeature | null = null;
  if (save)
    try {
      if (wasCut) saved = await savedBefore(ctx, caller, project, recording);
      saved ??= await createFeature(ctx, caller, {
        project,
        gherkin: gherkinOfRecording(recording),
        origin: "recorded",
        ...(draft && { draft }),
        ...(group && { group }),
        ...(ticketId && { tickets: [ticketId] }),
      });
      await noteFeature(models, claim, saved.feature.featureId);
    } catch (error) {
      if (saved === null && wasCut) await giveSavingBack(models, claim, recording.endedAt);
      else if (saved === null) await reopenRecording(models, claim, ctx.now());
      if (error instanceof ProductError && error.code === "validation_error")
        throw new ProductError("save_failed", `The recording could not be saved: ${error.message}`, error.details);
      throw error;
    }
  await closePage(ctx, recordingId);
  await recordAudit(ctx, caller, save ? "recording.save" : "recording.discard", project._id, {
    recording: recordingId,
  });
  return { recording, saved };
}

/** Returns the feature if saving was interrupted after it was created; null if it was interrupted before. */
async function savedBefore(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  recording: Recording,
): Promise<SavedFeature | null> {
  const { text: gherkin } = await storable(ctx, project._id, gherkinOfRecording(recording));
  const place = { projectId: project._id, gherkin, since: recording.createdAt };
  const found = await recordedFeature(ctx.models, place);
  if (!found) return null;
  const { featureId, status } = found;
  return changeFeature(ctx, caller, { project, featureId, what: "saved" }, () => ({ draft: status === "draft" }));
}

export const gherkinOfRecording = ({ name, steps }: Pick<Recording, "name" | "steps">): string =>
  gherkinOf(name, steps);

async function requireOpen(ctx: OperationContext, project: Project, recordingId: string): Promise<Recording> {
  const recording = await requireRecording(ctx, project, recordingId);
  if (recording.status !== "open") throw hasEnded(recordingId, recording.status);
  return recording;
}

async function requireRecording(ctx: OperationContext, project: Project, recordingId: string): Promise<Recording> {
  const recording = await findRecording(ctx.models, recordingId);
  if (!recording || recording.projectId !== project._id)
    throw new ProductError(
      "not_found",
      `The project has no recording "${recordingId}". Start one with agent_start_recording.`,
    );
  return recording;
}

/**
 * Returns the caller's open recording. If there is none and `save` is set, returns the one whose saving was interrupted, because a caller
 * that got no response repeats the same call. Throws `not_found` if there is none, and `validation_error` if there are several, because
 * the intended one is not guessed.
 */
async function ownRecording(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  save: boolean,
): Promise<Recording> {
  const place = { projectId: project._id, callerId: callerId(caller), by: describeCaller(caller) };
  const open = await recordingsOf(ctx.models, { ...place, what: "open" });
  const all = open.length > 0 || !save ? open : await recordingsOf(ctx.models, { ...place, what: "unsaved" });
  const [own, ...more] = all;
  if (!own)
    throw new ProductError("not_found", "You have no open recording here. Start one with agent_start_recording.");
  if (more.length === 0) return own;
  const ids = all.map(({ _id, name }) => `${_id} (${name})`);
  throw new ProductError(
    "validation_error",
    `You have ${ids.length} ${open.length > 0 ? "open" : "unsaved"} recordings: give recordingId, ${ids.join(" or ")}.`,
  );
}

/** Recordings started before ids were stored are compared by name. */
const isOwn = ({ createdById, createdBy }: Recording, caller: Caller): boolean =>
  createdById === null ? createdBy === describeCaller(caller) : createdById === callerId(caller);

/**
 * Returns the name of the feature. Without a goal, uses the name of the caller's latest unfinished attempt: the newest draft created from
 * a goal, or the last recording if it was not saved, whichever is newer; otherwise a name with the time.
 */
async function nameOf(ctx: OperationContext, caller: Caller, project: Project, goal: string): Promise<string> {
  if (goal.trim() !== "") {
    const known = await knownSecrets(ctx, project._id);
    return featureNameOf(withoutTyped(withReferences(goal, known).text));
  }
  const draft = await newestGoalDraft(ctx.models, project._id, describeCaller(caller));
  const [last] = (await recentRecordings(ctx.models, project._id, RECENT)).filter((one) => isOwn(one, caller));
  if (last && last.status !== "saved" && !(draft && draft.updatedAt > last.createdAt)) return last.name;
  if (draft) return featureNameOf(draft.name);
  return featureNameOf(`Recording of ${ctx.now().toISOString().slice(0, 16).replace("T", " ")}`);
}

const hasEnded = (recordingId: string, status: string): ProductError =>
  new ProductError(
    "conflict",
    status === "expired"
      ? `The recording "${recordingId}" ended because nothing happened for a while. Start another with agent_start_recording.`
      : `The recording "${recordingId}" was ${status} already.`,
  );
