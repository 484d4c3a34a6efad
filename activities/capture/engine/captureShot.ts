// Captures one shot: context → page → rest → frames → map.

import {
  type BrowserPool,
  BrowserUnavailableError,
  despiteCrashes,
  PageAtFaultError,
  type PageLease,
} from "../../../browsers/browserPool.ts";
import { grantAccess, type SiteEntry } from "../../../browsers/page/access.ts";
import { driverOf } from "../../../browsers/page/driver.ts";
import { watchAddresses } from "../../../browsers/page/elsewhere.ts";
import { CaptureFailure, type ExplainFailure, shownUrl } from "../../../browsers/page/failures.ts";
import { createGuard, type Guard } from "../../../browsers/page/guard.ts";
import { type CaptureLimits, DEFAULT_LIMITS } from "../../../browsers/page/limits.ts";
import { openPage } from "../../../browsers/page/navigate.ts";
import { afterSignIn, requireSignedIn, signIn } from "../../../browsers/page/signIn.ts";
import { runSteps } from "../../../browsers/page/steps.ts";
import { watchTraffic } from "../../../browsers/page/traffic.ts";
import { samePlace } from "../../../domain/net/pageAddress.ts";
import type { CaptureOutcome, Reason } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import type { ShotSpec } from "../../../domain/visual/shot.ts";
import { enabledStabilisers } from "../stabilisers/index.ts";
import { pageOptions } from "./context.ts";
import { pageMapSource } from "./pageMap.ts";
import { type Prepared, type Preparing, prepareAgain, preparePage } from "./prepare.ts";
import { type KnownFrame, shootUntilStable } from "./shoot.ts";

export type CaptureDeps = {
  pool: BrowserPool;
  /** How the site is entered, and the origin that this is sent to. */
  access?: SiteEntry;
  /** What the proxy knows of a host that could not be reached. */
  explainFailure?: ExplainFailure;
  limits?: Partial<CaptureLimits>;
};

export const CAPTURE_PHASES = ["context", "open", "steps", "settle", "shoot", "map"] as const;
export type CapturePhase = (typeof CAPTURE_PHASES)[number];

export type CaptureResult = CaptureOutcome & { map?: PageMap };

/**
 * Captures the shot. What is wrong with the page or the scenario is an outcome, also that it ends its browser; only a browser
 * that does not start (BrowserCrashedError: try again) and a cancellation (the signal's reason) are thrown. The map is recorded unless the
 * frame equals the known one or one of an earlier attempt. Timings are milliseconds; those that begin with `in.` were spent inside the page.
 */
export async function captureShot(
  deps: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame,
  signal: AbortSignal,
  onProgress: (phase: CapturePhase) => void = () => undefined,
): Promise<CaptureResult> {
  const clock = stopwatch(onProgress);
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

async function captureOnce(
  deps: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame,
  signal: AbortSignal,
  clock: Stopwatch,
): Promise<CaptureResult> {
  const notes: Reason[] = [];
  let lease: PageLease | undefined;
  try {
    clock.enter("context");
    const enabled = enabledStabilisers(spec);
    lease = await deps.pool.acquire(spec.browser, pageOptions(spec, enabled), signal);
    const limits = { ...DEFAULT_LIMITS, ...deps.limits };
    const guard = createGuard(AbortSignal.any([signal, lease.crash, watchAddresses(lease.page)]), limits.totalMs);
    const result = await captureIn(lease, deps, spec, known, { guard, limits, enabled, clock, notes });
    guard.signal.throwIfAborted();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (lease?.crash.aborted) throw lease.crash.reason;
    if (error instanceof CaptureFailure) return { kind: "failed", reason: error.reason, notes, timings: clock.stop() };
    if (error instanceof BrowserUnavailableError) {
      const reason: Reason = { code: "browser_unavailable", message: error.message, data: { browser: error.browser } };
      return { kind: "failed", reason, notes, timings: clock.stop() };
    }
    throw error;
  } finally {
    // Not waited for: it takes 10 ms of the browser's time, and the pool ends a browser that cannot.
    void lease?.release();
  }
}

type Capturing = {
  guard: Guard;
  limits: CaptureLimits;
  enabled: Preparing["enabled"];
  clock: Stopwatch;
  notes: Reason[];
};

async function captureIn(
  lease: PageLease,
  deps: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame,
  { guard, limits, enabled, clock, notes }: Capturing,
): Promise<CaptureResult> {
  const { page, context } = lease;
  // Dialogs are dismissed by Playwright as long as nobody listens for them.
  context.on("page", (popup) => {
    if (popup !== page) void popup.close().catch(() => undefined);
  });
  const traffic = watchTraffic(page, spec.url);
  if (deps.access !== undefined) await grantAccess(lease, deps.access, guard);

  clock.enter("open");
  const { explainFailure, access } = deps;
  const signedIn = access?.signIn && (await signIn({ page, guard, traffic, limits, explainFailure }, access.signIn));
  const opened = await openPage(page, spec.url, guard, traffic, limits.loadMs, explainFailure).catch(
    (error: unknown) => {
      throw afterSignIn(error, signedIn);
    },
  );
  notes.push(...opened.notes);
  if (signedIn !== undefined) await requireSignedIn(page, guard, spec.url, signedIn);
  /** A script that leads to the sign-in page takes whatever is under way along: the sign-in is why, not what it broke. */
  const orSignedOut = async (error: unknown): Promise<never> => {
    guard.signal.throwIfAborted();
    if (signedIn !== undefined && spec.steps.length === 0) await requireSignedIn(page, guard, spec.url, signedIn);
    throw error;
  };
  // Steps are meant to lead on; without them it is looked at once more after the picture, as scripts may lead on as well.
  let shown = page.url();

  const driver = driverOf(lease);
  // What did not come while the page loaded is not waited for again.
  const waiting = opened.loaded ? enabled : enabled.filter(({ name }) => name !== "images" && name !== "networkQuiet");
  const { holdsImages } = lease;
  const preparing: Preparing = { spec, page, driver, traffic, guard, limits, enabled: waiting, holdsImages };
  if (spec.steps.length > 0 || spec.readySelector !== null) {
    clock.enter("steps");
    // The page is brought to rest first, so that a step finds what it acts on where it stays.
    if (spec.steps.length > 0) {
      await preparePage({ ...preparing, spec: { ...spec, selector: null } });
      await runSteps(page, spec.steps, guard, limits.stepMs, "step");
      await afterSteps(page, guard, limits);
    }
    if (spec.readySelector !== null) await waitUntilReady(preparing, spec.readySelector);
  }

  clock.enter("settle");
  let prepared = await preparePage(preparing).catch(orSignedOut);
  if (spec.delay > 0) {
    await guard.sleep(spec.delay);
    const again = await prepareAgain(preparing).catch(orSignedOut);
    prepared = {
      ...again,
      notes: [...prepared.notes, ...again.notes.filter(({ code }) => code !== "cut")],
      timings: prepared.timings,
    };
  }
  notes.push(...prepared.notes);
  clock.add(prepared.timings);

  clock.enter("shoot");
  const shot = await shootUntilStable(
    {
      shoot: () => guard.run(driver.shoot(prepared.clip), limits.frameMs, noFrame),
      refresh: async () => {
        prepared = await prepareAgain(preparing);
      },
      sleep: guard.sleep,
      now: () => performance.now(),
    },
    known,
  )
    .catch(orSignedOut)
    .catch((error: unknown) => {
      if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
      throw pictureFailure(error);
    });
  clock.add({ frames: shot.frames, compare: Math.round(shot.compareMs) });
  if (spec.steps.length === 0) {
    shown = page.url();
    if (signedIn !== undefined) await requireSignedIn(page, guard, spec.url, signedIn);
  }
  if (!samePlace(spec.url, shown)) notes.push(redirected(shown));
  if (!shot.stable) notes.push(unstable(shot.movingRegion));

  let map: PageMap | undefined;
  // A frame of an earlier attempt has its map already.
  if (!shot.equalsKnown && !known.extraKnownSha256?.includes(shot.sha256)) {
    clock.enter("map");
    map = await recordMap(preparing, prepared);
  }
  const { frame, equalsKnown, stable, movingRegion } = shot;
  const { renderer } = lease;
  const timings = clock.stop();
  const outcome = { frame, equalsKnown, stable, movingRegion, notes, timings, httpStatus: opened.status, renderer };
  return { kind: "captured", ...outcome, ...(map === undefined ? {} : { map }) };
}

/** A step may have followed a link. */
async function afterSteps(page: PageLease["page"], guard: Guard, limits: CaptureLimits): Promise<void> {
  const loaded = page.waitForLoadState("load", { timeout: 0 });
  await guard.run(loaded, limits.loadMs).catch((error: unknown) => {
    if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
  });
}

async function waitUntilReady({ page, guard, limits }: Preparing, selector: string): Promise<void> {
  const seconds = limits.stepMs / 1000;
  const missing = (): CaptureFailure =>
    new CaptureFailure("ready_selector_missing", `The ready selector ${selector} did not appear within ${seconds} s.`, {
      selector,
    });
  try {
    const ready = page.locator(`css=${selector}`).first().waitFor({ state: "attached", timeout: 0 });
    await guard.run(ready, limits.stepMs, missing);
  } catch (error) {
    if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
    throw missing();
  }
}

/** A page without a map is compared by its pixels alone, so a failure here costs the explanation and not the shot. */
async function recordMap({ driver, guard, limits, spec }: Preparing, { clip }: Prepared): Promise<PageMap | undefined> {
  try {
    const recorded = driver.evaluate(pageMapSource(clip, spec.comparisonRules));
    return (await guard.run(recorded, limits.answerMs)) as PageMap;
  } catch (error) {
    if (guard.signal.aborted) throw error;
    return undefined;
  }
}

function redirected(shown: string): Reason {
  const url = shownUrl(shown);
  return { code: "redirected", message: `The page led on to ${url}, which is what was shown.`, data: { url } };
}

function noFrame(): CaptureFailure {
  return new CaptureFailure("timeout", "The page's picture was not drawn in time.");
}

function pictureFailure(error: unknown): CaptureFailure {
  const line = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
  return new CaptureFailure("page_error", `The browser could not draw the page: ${line.slice(0, 200)}`);
}

function unstable(region: { x: number; y: number; width: number; height: number } | null): Reason {
  const where =
    region === null ? "" : ` It keeps moving at x=${region.x}, y=${region.y}, ${region.width}×${region.height} px.`;
  return { code: "unstable", message: `The page did not come to rest within a second.${where}`, data: { ...region } };
}

type Stopwatch = {
  enter(phase: CapturePhase): void;
  add(timings: Record<string, number>): void;
  stop(): Record<string, number>;
};

function stopwatch(onProgress: (phase: CapturePhase) => void): Stopwatch {
  const timings: Record<string, number> = {};
  const began = performance.now();
  let phase: CapturePhase | undefined;
  let since = began;
  const leave = (): void => {
    if (phase !== undefined) timings[phase] = Math.round(performance.now() - since);
  };
  return {
    enter(next) {
      leave();
      phase = next;
      since = performance.now();
      onProgress(next);
    },
    add: (more) => void Object.assign(timings, more),
    stop() {
      leave();
      timings.total = Math.round(performance.now() - began);
      return timings;
    },
  };
}
