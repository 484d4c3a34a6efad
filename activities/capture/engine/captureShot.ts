// Captures one shot in a page of the pool, and converts problems of the page into an outcome.
import {
  type BrowserPool,
  BrowserUnavailableError,
  despiteCrashes,
  PageAtFaultError,
} from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { CaptureFailure, type ExplainFailure } from "../../../browsers/page/failures.ts";
import { type CaptureLimits, DEFAULT_LIMITS } from "../../../browsers/page/limits.ts";
import { withPage } from "../../../browsers/page/withPage.ts";
import { unsupportedBy } from "../../../domain/visual/modes.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { ShotSpec } from "../../../domain/visual/shot.ts";
import { enabledStabilisers } from "../stabilisers/index.ts";
import { type CaptureResult, captureIn } from "./captureIn.ts";
import { pageOptions } from "./context.ts";
import type { KnownFrame } from "./shoot.ts";
import { type CapturePhase, type Stopwatch, stopwatch } from "./stopwatch.ts";

export type CaptureDeps = {
  pool: BrowserPool;
  /** How to enter the site, and the origin this is sent to. */
  access?: SiteEntry;
  /** Returns what the proxy knows about an unreachable host. */
  explainFailure?: ExplainFailure;
  limits?: Partial<CaptureLimits>;
};

/**
 * Captures the shot. Problems of the page or the scenario, including a crash it causes, are an outcome; only a browser
 * that does not start (BrowserCrashedError: retry) and a cancellation (the signal's reason) are thrown. The map is recorded unless the
 * frame equals the known one or one of an earlier attempt. Timings are in ms; those that begin with `in.` were spent inside the page.
 */
export async function captureShot(
  deps: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame,
  signal: AbortSignal,
  onProgress: (phase: CapturePhase) => void = () => undefined,
): Promise<CaptureResult> {
  const clock = stopwatch(onProgress);
  const unsupported = unsupportedReason(spec);
  if (unsupported !== null) return { kind: "failed", reason: unsupported, notes: [], timings: clock.stop() };
  try {
    return await despiteCrashes(deps.pool, signal, (pool) =>
      captureOnce({ ...deps, pool }, spec, known, signal, stopwatch(onProgress)),
    );
  } catch (error) {
    if (!(error instanceof PageAtFaultError)) throw error;
    const reason: Reason = { code: error.code, message: error.message };
    return { kind: "failed", reason, notes: [], timings: clock.stop() };
  }
}

/** A browser silently ignores what it cannot emulate, so the screenshot would show another mode. */
function unsupportedReason({ browser, mode }: ShotSpec): Reason | null {
  if (mode === undefined) return null;
  const message = unsupportedBy(browser, mode);
  return message === null ? null : { code: "mode_unsupported", message, data: { browser, mode: mode.name } };
}

async function captureOnce(
  { pool, access, explainFailure, limits: given }: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame,
  signal: AbortSignal,
  clock: Stopwatch,
): Promise<CaptureResult> {
  const notes: Reason[] = [];
  clock.enter("context");
  const enabled = enabledStabilisers(spec);
  const limits = { ...DEFAULT_LIMITS, ...given };
  const bounds = { signal, totalMs: limits.totalMs, readsDocument: false };
  try {
    return await withPage(pool, spec.browser, pageOptions(spec, enabled), bounds, (lease, guard) =>
      captureIn({ spec, lease, access, explainFailure, guard, limits, enabled, clock, notes }, known),
    );
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { kind: "failed", reason, notes, timings: clock.stop() };
  }
}

/** Returns why the shot failed, if the page or the browser is the cause; null for any other error. */
function reasonOf(error: unknown): Reason | null {
  if (error instanceof CaptureFailure) return error.reason;
  if (error instanceof BrowserUnavailableError)
    return { code: "browser_unavailable", message: error.message, data: { browser: error.browser } };
  return null;
}
