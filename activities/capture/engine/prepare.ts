// Brings the page to rest and determines the area of the screenshot.
import type { Page } from "playwright";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import type { CaptureLimits } from "../../../browsers/page/limits.ts";
import type { Clip, PageDriver } from "../../../browsers/page/pageDriver.ts";
import type { Traffic } from "../../../browsers/page/traffic.ts";
import { boundedClip, explainCut } from "../../../domain/visual/clip.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { ShotSpec, StabiliserName } from "../../../domain/visual/shot.ts";
import { explainStabiliserFailure } from "../stabilisers/index.ts";
import type { Cleanup, Stabiliser } from "../stabilisers/stabiliser.ts";
import { type ProgramKind, type ProgramReport, programSource } from "./program.ts";

export type Preparing = {
  spec: ShotSpec;
  page: Page;
  driver: PageDriver;
  traffic: Traffic;
  guard: Guard;
  limits: CaptureLimits;
  enabled: readonly Stabiliser[];
  holdsImages: boolean;
};

/** `applied`: number of elements each content and page rule matched, by the rule's id. */
export type Prepared = {
  clip: Clip;
  notes: Reason[];
  applied: Record<string, number>;
  timings: Record<string, number>;
};

/** Maximum number of navigations followed while a page is prepared (a script's redirect). */
const MAX_DOCUMENTS = 4;

const MAX_FRAMES = 20;
const FRAMES_MS = 3_000;

/** Prepares the page completely. Throws CaptureFailure if there is nothing to capture. */
export async function preparePage(preparing: Preparing): Promise<Prepared> {
  const here = new Map<StabiliserName, Reason>();
  const cleanups = await settleHere(preparing, here);
  try {
    let report = await runProgram(preparing, "all");
    // Scrolling down the page has started new requests: once they are done, the loaded content is settled too.
    if (preparing.traffic.openRequests().length > 0 && here.size === 0) {
      cleanups.push(...(await settleHere(preparing, here)));
      report = merge(report, await runProgram(preparing, "all"));
    }
    return readReport(preparing, report, here);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

/** Prepares the page before a further frame: recent changes are brought to rest too. */
export async function prepareAgain(preparing: Preparing): Promise<Prepared> {
  return readReport(preparing, await runProgram(preparing, "again"), new Map());
}

/** Runs the stabilisers that work outside the page. */
async function settleHere(preparing: Preparing, failed: Map<StabiliserName, Reason>): Promise<Cleanup[]> {
  const { enabled, guard, page, spec, traffic } = preparing;
  const cleanups: Cleanup[] = [];
  for (const { name, boundMs, apply } of enabled) {
    if (apply === undefined) continue;
    try {
      const work = apply({ page, openRequests: traffic.openRequests, quiet: traffic.quiet }, spec);
      const cleanup = await guard.run(work, boundMs);
      if (cleanup !== undefined) cleanups.push(cleanup);
    } catch (error) {
      if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
      failed.set(name, stabiliserNote(name, error));
    }
  }
  return cleanups;
}

async function runProgram(preparing: Preparing, kind: ProgramKind): Promise<ProgramReport> {
  const { spec, enabled, driver, guard, limits, page, holdsImages } = preparing;
  const maxHeight = mostHeight(preparing);
  const { expression, boundMs } = programSource(kind, spec, enabled, { holdsImages, maxHeight });
  const bound = boundMs + limits.answerMs;
  const late = (): CaptureFailure =>
    new CaptureFailure("timeout", "The page's scripts kept it so busy that it did not answer.", { ms: bound });
  await runInForeignFrames(preparing, kind);
  for (let tries = 1; ; tries += 1) {
    try {
      return (await guard.run(driver.evaluate(expression), bound, late)) as ProgramReport;
    } catch (error) {
      if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
      if (tries >= MAX_DOCUMENTS || !isNavigation(error)) throw notPrepared(error, tries);
      await guard.run(page.waitForLoadState("load", { timeout: 0 }), limits.loadMs, late);
    }
  }
}

/** The main document's call covers its same-origin frames; each cross-origin frame gets its own call. */
async function runInForeignFrames(
  { spec, enabled, guard, page, holdsImages }: Preparing,
  kind: ProgramKind,
): Promise<void> {
  const main = page.mainFrame();
  const foreign = page.frames().filter((frame) => frame !== main && isForeign(frame.url(), main.url()));
  if (foreign.length === 0) return;
  // A frame is treated as a part: its own scrolling and height do not matter.
  const part: ShotSpec = {
    ...spec,
    selector: "html",
    dismissSelectors: [],
    contentRules: [],
    pageRules: [],
    hideSelectors: [],
    removeSelectors: [],
  };
  const { expression } = programSource(kind, part, enabled, { holdsImages, maxHeight: spec.maxHeight });
  const all = Promise.allSettled(foreign.slice(0, MAX_FRAMES).map((frame) => frame.evaluate(expression)));
  // A frame that does not respond is left as it is: it may be blocked, or not loaded at all.
  await guard
    .run(all, FRAMES_MS, () => new FrameLate())
    .catch((error: unknown) => {
      if (!(error instanceof FrameLate)) throw error;
    });
}

class FrameLate extends Error {}

function isForeign(url: string, main: string): boolean {
  try {
    const { protocol, origin } = new URL(url);
    return protocol.startsWith("http") && origin !== new URL(main).origin;
  } catch {
    return false;
  }
}

function isNavigation(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|Cannot find context|navigat|Inspected target|no such (frame|window)|detached/i.test(
      error.message,
    )
  );
}

function notPrepared(error: unknown, tries: number): CaptureFailure {
  if (tries >= MAX_DOCUMENTS)
    return new CaptureFailure("page_error", "The page kept navigating while it was prepared.", { tries });
  const line = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
  return new CaptureFailure("page_error", `The page could not be prepared for its screenshot: ${line.slice(0, 200)}`);
}

/** Returns the maximum height in CSS pixels. */
function mostHeight({ spec, driver }: Preparing): number {
  return Math.min(spec.maxHeight, Math.floor(driver.mostPixelsHigh / spec.viewport.scale));
}

function readReport(preparing: Preparing, report: ProgramReport, here: Map<StabiliserName, Reason>): Prepared {
  const { spec } = preparing;
  const { clip: whole, matched } = report;
  if (whole === null) throw nothingToShoot(spec.selector ?? "", matched, report.invalid.includes(spec.selector ?? ""));
  const notes = [...here.values()];
  for (const { name, message } of report.failed) notes.push(stabiliserNote(name as StabiliserName, new Error(message)));
  for (const selector of new Set(report.invalid))
    notes.push({
      // Not `selector_not_found`, which says that there is no screenshot.
      code: "rule_not_judged",
      message: `The selector ${selector} is not valid CSS and was ignored.`,
      data: { selector },
    });
  const clip = boundedClip(whole, spec.viewport.scale, mostHeight(preparing));
  const cut = explainCut(whole, clip, report.inner);
  if (cut !== undefined) notes.push(cut);
  const timings = Object.fromEntries(
    Object.entries(report.timings).map(([name, ms]) => [`in.${name}`, Math.round(ms)]),
  );
  return { clip, notes, applied: report.applied, timings };
}

function nothingToShoot(selector: string, matched: number, invalid: boolean): CaptureFailure {
  const why = invalid
    ? "is not valid CSS"
    : matched === 0
      ? "matches no element of the page"
      : "matches an element that is not visible";
  return new CaptureFailure("selector_not_found", `The selector ${selector} ${why}.`, { selector, matched });
}

function stabiliserNote(name: StabiliserName, error: unknown): Reason {
  const message = explainStabiliserFailure(name, error instanceof Error ? error : new Error(String(error)));
  return { code: "stabiliser_failed", message, data: { stabiliser: name } };
}

/** Keeps the second report's failures: a stabiliser that failed only the first time has recovered. */
function merge(first: ProgramReport, second: ProgramReport): ProgramReport {
  const timings: Record<string, number> = { ...first.timings };
  for (const [name, ms] of Object.entries(second.timings)) timings[name] = (timings[name] ?? 0) + ms;
  return { ...second, timings, dismissed: first.dismissed + second.dismissed };
}
