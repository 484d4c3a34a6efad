// One attempt of a scenario: a fresh page of the pool, the steps in order, and the results of each.
import { type BrowserPool, despiteCrashes, type PageLease } from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import type { ExplainFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { pageScript } from "../../../browsers/page/inPage/trackingScript.ts";
import { troubleOf } from "../../../browsers/page/trouble.ts";
import { optionsOf, withPage } from "../../../browsers/page/withPage.ts";
import type { AttemptResult } from "../../../domain/functional/attempt.ts";
import { attemptStatus } from "../../../domain/functional/attemptStatus.ts";
import type { Neighbour } from "../../../domain/functional/heal/propose.ts";
import { SCENARIO_LIMITS, type ScenarioLimits } from "../../../domain/functional/limits.ts";
import type { PlannedScenario } from "../../../domain/functional/plan.ts";
import type { Pass } from "../../../domain/pillars/tracking/observation.ts";
import type { BrowserName, Viewport } from "../../../domain/visual/shot.ts";
import { secretsOf } from "../../siteSecrets.ts";
import { openSession } from "./openSession.ts";
import type { Halt } from "./session.ts";
import { runSteps } from "./steps.ts";
import { startTracing, type Tracing } from "./trace.ts";

export type AttemptDeps = {
  pool: BrowserPool;
  explainFailure?: ExplainFailure;
  /** Stores bytes and returns their id. */
  store(bytes: Uint8Array, contentType: string): Promise<string>;
  now(): Date;
};

export type AttemptRequest = {
  scenario: PlannedScenario;
  attempt: number;
  baseUrl: string;
  environment: string | null;
  browser: BrowserName;
  viewport: Viewport;
  access?: SiteEntry;
  /**
   * Records what is pushed and sent, by step. `layers`: names of data layers; `linked`: by step, the names of each event that must
   * happen in it.
   */
  tracking: {
    verify: boolean;
    layers: readonly string[];
    linked?: ReadonlyMap<number, readonly (readonly string[])[]>;
  };
  trace: boolean;
  limits?: Partial<ScenarioLimits>;
  halt?: Halt;
  testIdAttribute?: string | undefined;
};

export type Attempted = AttemptResult & {
  /** What the page tracked; null: not requested, or the browser does not support it. */
  tracked: Pass | null;
  /** Sentences about missing evidence of the attempt. */
  notes: string[];
  /** Elements next to the element of each action, by `placeOf`; stored with the fingerprints of a scenario that passed. */
  beside: ReadonlyMap<string, readonly Neighbour[]>;
};

const TRACKING_OPS: ReadonlySet<string> = new Set(["expectEvent", "expectNoEvent", "expectVariable"]);
/** On top of the steps' own time: entering the site, signing in, and storing evidence. */
const AROUND_MS = 120_000;

/**
 * Runs the scenario from its beginning in a fresh context. Problems of the page or the feature are returned; a browser that does not
 * start (BrowserCrashedError: retry) and a cancellation (the signal's reason) are thrown. `note` is called for each step.
 */
export async function runAttempt(
  deps: AttemptDeps,
  request: AttemptRequest,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<Attempted> {
  const startedAt = deps.now().toISOString();
  const began = performance.now();
  const unjudged = (code: string, message: string): Attempted => ({
    attempt: request.attempt,
    status: "error",
    steps: [],
    startedAt,
    duration: Math.round(performance.now() - began),
    traceId: null,
    error: { code, message },
    tracked: null,
    notes: [],
    beside: new Map(),
  });
  try {
    const done = await despiteCrashes(deps.pool, signal, (pool) =>
      attemptOnce({ ...deps, pool }, request, signal, note),
    );
    const status = done.error === null ? attemptStatus(done.steps) : "error";
    return { attempt: request.attempt, status, startedAt, duration: Math.round(performance.now() - began), ...done };
  } catch (error) {
    signal.throwIfAborted();
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    return unjudged(trouble.code, trouble.message);
  }
}

type Done = Pick<Attempted, "steps" | "traceId" | "error" | "tracked" | "notes" | "beside">;

async function attemptOnce(
  deps: AttemptDeps,
  request: AttemptRequest,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<Done> {
  const limits = { ...SCENARIO_LIMITS, ...request.limits };
  const tracks = request.tracking.verify || usesTracking(request.scenario);
  // In other browsers the overlay installs the script itself, after its reporting channel.
  const initScript = tracks && request.browser === "chromium" ? pageScript(request.tracking.layers) : "";
  const options = optionsOf({ viewport: request.viewport, initScript });
  const bounds = { signal, totalMs: limits.scenarioMs + AROUND_MS };
  return withPage(deps.pool, request.browser, options, bounds, (lease, guard) =>
    inPage(lease, guard, deps, request, limits, tracks, note),
  );
}

async function inPage(
  lease: PageLease,
  guard: Guard,
  deps: AttemptDeps,
  request: AttemptRequest,
  limits: ScenarioLimits,
  tracks: boolean,
  note: (phase: string) => void,
): Promise<Done> {
  const { access, scenario, tracking } = request;
  note("entering the site");
  const session = await openSession(lease, guard, {
    ...request,
    limits,
    layers: tracks ? tracking.layers : null,
    deviceScale: request.viewport.scale,
    linked: tracking.linked ?? new Map(),
    explainFailure: deps.explainFailure,
  });
  const { overlay, notes } = session;
  const tracing: Tracing | null = request.trace ? await startTracing(lease.context, guard) : null;
  const { steps, error } = await runSteps(session, scenario, deps.store, note);
  note("keeping what was seen");
  const tracked = overlay === null ? null : await overlay.finish();
  const traced = await tracing?.stop(secretsOf(access));
  if (traced?.missing) notes.push(`No trace of this attempt: ${traced.missing}`);
  const traceId = traced?.zip ? await deps.store(traced.zip, "application/zip") : null;
  return { steps, error, traceId, tracked, notes, beside: session.beside };
}

const usesTracking = ({ steps }: PlannedScenario): boolean =>
  steps.some(({ actions }) => actions.some(({ action }) => TRACKING_OPS.has(action.op)));
