// One turn of a recording: performs the stored sentence on the recording's page, and reads what the page then shows.
import type { PageLease } from "../../browsers/browserPool.ts";
import { BrowserCrashedError } from "../../browsers/errors.ts";
import { CaptureFailure, shownUrl } from "../../browsers/page/failures.ts";
import { Late } from "../../browsers/page/guard.ts";
import { pageScript } from "../../browsers/page/inPage/trackingScript.ts";
import { DEFAULT_LIMITS } from "../../browsers/page/limits.ts";
import { troubleOf } from "../../browsers/page/trouble.ts";
import { guardPage, optionsOf } from "../../browsers/page/withPage.ts";
import { gherkinOf } from "../../domain/functional/create/compose.ts";
import { SCENARIO_LIMITS } from "../../domain/functional/limits.ts";
import type { PlannedScenario } from "../../domain/functional/plan.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import {
  RECORDING_LIMITS,
  type RecordedStep,
  type RecordedView,
  type TurnOutcome,
} from "../../domain/functional/recording.ts";
import { truncate } from "../../domain/text.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { findProject } from "../../models/projects/queries.ts";
import { expireRecording, findRecording, keepStep, openedTurn } from "../../models/recordings/queries.ts";
import type { Recording } from "../../models/recordings/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { layersOf } from "../functional/dataLayers.ts";
import { openSession } from "../functional/engine/openSession.ts";
import type { Session } from "../functional/engine/session.ts";
import { runSteps } from "../functional/engine/steps.ts";
import { usableStepDefs } from "../functional/readFeatures.ts";
import { testIdAttributeOf } from "../functional/testIds.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { readTargets } from "../inspect/readTargets.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { createLivePages, type LivePage, type LivePages } from "./livePages.ts";

/** On the browser queue: activities that use pages. */
export type RecordingPageActivities = {
  recordTurn(input: { recordingId: string; turnId: string }): Promise<TurnOutcome>;
  closeRecordingPage(input: { recordingId: string }): Promise<void>;
};
/** On the orchestration queue. */
export type RecordingActivities = { expireRecording(input: { recordingId: string }): Promise<void> };

type RecordingDeps = Pick<
  AuditDeps,
  "models" | "artifacts" | "sealer" | "visit" | "now" | "log" | "config" | "client" | "metrics" | "ulid"
>;

/** Time limit for all steps of a turn, and the reading of the page after them. */
const STEPS_MS = 80_000;
/** Longer than any recording: a page is closed when it is unused. */
const PAGE_MS = 86_400_000;
const MAX_NAME = 200;

export function createRecordingActivities({ models, now }: Pick<RecordingDeps, "models" | "now">): RecordingActivities {
  return { expireRecording: ({ recordingId }) => expireRecording(models, recordingId, now()) };
}

/** `home`: the queue that only this worker serves; the next turn is sent there, because the page is here. */
export function createRecordingPageActivities(
  deps: RecordingDeps,
  pages: LivePages = createLivePages(),
  home: string | null = null,
): RecordingPageActivities {
  return {
    recordTurn: ({ recordingId, turnId }) =>
      withHeartbeat((signal, note) => turnOf(deps, { pages, home }, { recordingId, turnId }, signal, note)),
    closeRecordingPage: async ({ recordingId }) => pages.drop(recordingId),
  };
}

async function turnOf(
  deps: RecordingDeps,
  { pages, home }: { pages: LivePages; home: string | null },
  { recordingId, turnId }: { recordingId: string; turnId: string },
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<TurnOutcome> {
  const recording = await findRecording(deps.models, recordingId);
  if (!recording) throw invalid(`The recording ${recordingId} is not in the database.`);
  const { turn: stored, seq } = recording;
  if (recording.turnId !== turnId || stored === null) throw invalid("The turn is no longer the current one.");
  const turn = openedTurn(stored, deps.sealer);
  const plan = await planOf(deps, recording, turn);
  const known = pages.take(recordingId, seq);
  let page: LivePage | null = known;
  try {
    page ??= await openLivePage(deps, recording, signal);
    const live = page;
    const onAbort = () => live.close();
    signal.addEventListener("abort", onAbort, { once: true });
    const outcome = await doTurn(deps, { recording, turn, plan, live }, note).finally(() =>
      signal.removeEventListener("abort", onAbort),
    );
    const { kept, answer } = outcome;
    if (kept) pages.keep(recordingId, live, deps.config.recordingIdleMs);
    else live.close();
    return { ...answer, replayed: known === null && seq > 0, home: kept ? home : null };
  } catch (error) {
    page?.close();
    signal.throwIfAborted();
    const message =
      error instanceof BrowserCrashedError
        ? `${error.message} Try again: the steps so far are repeated.`
        : troubleOf(error)?.message;
    if (message === undefined) throw error;
    return { state: "failed", message, replayed: false, view: null };
  }
}

/** Returns the steps so far and the new one. */
async function planOf({ models }: RecordingDeps, recording: Recording, turn: RecordedStep): Promise<PlannedScenario> {
  const defs = await usableStepDefs(models, recording.projectId);
  const [plan] = planFeature(gherkinOf("Recording", [...recording.steps, turn]), defs);
  if (!plan) throw invalid("The recording holds no scenario.");
  return plan;
}

async function openLivePage(deps: RecordingDeps, recording: Recording, signal: AbortSignal): Promise<LivePage> {
  const { projectId, environmentId, environmentName, baseUrl } = recording;
  const access = await siteAccessOf(deps, { projectId, environmentId });
  const project = await findProject(deps.models, projectId, { viewports: 1, settings: 1 });
  const viewport = project?.viewports?.desktop ?? DEFAULT_VIEWPORTS.desktop;
  const { pool, explainFailure } = deps.visit;
  const options = optionsOf({ viewport, initScript: pageScript(layersOf(project)) });
  const lease: PageLease = await pool.acquire("chromium", options, signal);
  const closing = new AbortController();
  const close = (): void => {
    closing.abort(new CaptureFailure("page_error", "The page of the recording was closed."));
    void lease.release();
  };
  try {
    const guard = await guardPage(lease, {
      signal,
      totalMs: PAGE_MS,
      until: closing.signal,
      openingMs: STEPS_MS,
    });
    const session = await openSession(lease, guard, {
      access,
      baseUrl,
      environment: environmentName,
      explainFailure,
      layers: layersOf(project),
      linked: new Map(),
      testIdAttribute: testIdAttributeOf(project),
      writesDown: true,
      limits: { ...SCENARIO_LIMITS, scenarioMs: STEPS_MS },
    });
    return { session, lease, seq: 0, openedAt: performance.now(), close };
  } catch (error) {
    close();
    if (lease.crash.aborted) throw lease.crash.reason;
    throw error;
  }
}

type Done = { kept: boolean; answer: Omit<TurnOutcome, "replayed"> };

async function doTurn(
  deps: RecordingDeps,
  { recording, turn, plan, live }: { recording: Recording; turn: RecordedStep; plan: PlannedScenario; live: LivePage },
  note: (phase: string) => void,
): Promise<Done> {
  const { session } = live;
  const { projectId } = recording;
  const store = (bytes: Uint8Array, contentType: string) => keepArtifact(deps, { projectId, bytes, contentType });
  const { steps, error } = await runSteps(session, { ...plan, steps: plan.steps.slice(live.seq) }, store, note);
  const broken = steps.find(({ status }) => status !== "passed");
  const last = plan.steps.length - 1;
  note("reading the page");
  if (error === null && broken === undefined) {
    if (!(await keepStep(deps.models, recording, { step: turn, at: deps.now() })))
      throw invalid("The turn is no longer the current one.");
    live.seq = plan.steps.length;
    const view = await viewOf(session, steps.at(-1)?.screenshotId ?? null);
    return { kept: true, answer: { state: "done", message: null, view } };
  }
  const why = error?.message ?? broken?.failure?.message ?? `No step definition fits "${broken?.text ?? ""}".`;
  if (broken && broken.index < last)
    return {
      kept: false,
      answer: {
        state: "lost",
        message: `Step ${broken.index + 1}, "${broken.text}", failed when it was repeated: ${why}`,
        view: null,
      },
    };
  // A step that failed at its first action has changed nothing. The steps before it were still performed.
  const untouched = error === null && (broken?.failure?.action ?? 0) === 0;
  live.seq = last;
  const view = error === null ? await viewOf(session, broken?.screenshotId ?? null) : null;
  return { kept: untouched, answer: { state: "failed", message: why, view } };
}

/** Reads what the page currently shows; null: it does not respond. */
async function viewOf(session: Session, screenshotId: string | null): Promise<RecordedView | null> {
  const { lease, page, guard, traffic, mask } = session;
  try {
    const visit = { lease, page, guard, limits: DEFAULT_LIMITS, traffic };
    const seen = await readTargets(visit, { within: null, limit: RECORDING_LIMITS.elements });
    if (seen === null) return null;
    const told = (text: string): string => truncate(mask(text), MAX_NAME);
    return {
      url: mask(shownUrl(page.url())),
      title: told(seen.title),
      elements: seen.elements.map(({ role, name, label, count, visible, disabled }) => ({
        role,
        count,
        visible,
        disabled: disabled === true,
        name: told(name),
        label: label === null ? null : told(label),
      })),
      total: seen.totals.elements,
      screenshotId,
    };
  } catch (error) {
    if (error instanceof CaptureFailure || error instanceof Late) return null;
    throw error;
  }
}
