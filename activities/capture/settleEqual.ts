// Handles a screenshot that equals the baseline: the shot passes immediately, and nothing new is stored.
import { lateNotes, TIMERS } from "../../domain/visual/explain/late.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { otherPicture } from "../compare/movement.ts";
import { takeOver } from "../promote/moveMain.ts";
import { decideShot } from "../verdicts.ts";
import type { CaptureAnswer } from "./answer.ts";
import { type Captured, equalRecord, withRecord } from "./records.ts";

export async function settleEqual(
  deps: CommonDeps,
  shot: Shot,
  attempt: number,
  outcome: Captured,
): Promise<CaptureAnswer> {
  const { baseline } = shot;
  const record = equalRecord(attempt, baseline, outcome);
  // A first attempt without a screenshot, such as a timeout, differed in nothing.
  const flaky = otherPicture(shot, record) !== null;
  const captures = withRecord(shot, record);
  const decision = shot.kind === "visual" ? await takeOver(deps, shot) : [];
  // Changes in the first screenshot that disappeared after the page's timers were only temporary.
  const late = flaky && TIMERS in outcome.timings ? lateNotes(shot.changes ?? []) : [];
  const status = await decideShot(deps, shot, {
    status: "passed",
    reasons: [...equalReasons(shot.kind, flaky), ...late, ...decision, ...outcome.notes],
    mismatchPercent: 0,
    changedPixels: 0,
    regions: [],
    shifts: [],
    bands: [],
    flaky,
    captures,
    attempts: captures.length,
    artifacts: { ...shot.artifacts, test: baseline?.artifactId ?? null, map: baseline?.mapId ?? null },
    timings: outcome.timings,
  });
  return { state: "decided", status };
}

function equalReasons(kind: Shot["kind"], flaky: boolean): Reason[] {
  const message =
    kind === "baseline" ? "The page is what the baseline already shows." : "The screenshot equals its baseline.";
  const second: Reason = { code: "flaky", message: "The first screenshot differed, the second equals the baseline." };
  return [{ code: "equal", message }, ...(flaky ? [second] : [])];
}
