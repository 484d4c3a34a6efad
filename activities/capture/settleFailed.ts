// Handles a page that could not be captured: a retry if that may help, else an error.
import { type AwayMode, isSiteAway } from "../../domain/runs/siteAway.ts";
import { passesByItself, withAnswerBefore } from "../../domain/visual/outcome.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { decideShot } from "../verdicts.ts";
import type { CaptureAnswer } from "./answer.ts";
import { keepAttempt } from "./keepAttempt.ts";
import { type Failed, failedRecord, withRecord } from "./records.ts";

export async function settleFailed(
  deps: CommonDeps,
  shot: Shot,
  attempt: number,
  outcome: Failed,
  away?: AwayMode,
): Promise<CaptureAnswer> {
  const record = failedRecord(attempt, outcome);
  const waitedEnough = away === "final" && isSiteAway(outcome.reason);
  if (attempt === 1 && passesByItself(outcome.reason.code) && !waitedEnough) {
    await keepAttempt(deps, shot, record);
    return { state: "again" };
  }
  const captures = withRecord(shot, record);
  const answered = shot.kind === "visual" && shot.baseline !== null && outcome.reason.code === "http_error";
  const status = await decideShot(deps, shot, {
    status: "error",
    reasons: [answered ? withAnswerBefore(outcome.reason) : outcome.reason, ...outcome.notes],
    mismatchPercent: 100,
    // The figures of a first screenshot that differed are not those of this result.
    changedPixels: null,
    regions: [],
    shifts: [],
    bands: [],
    causes: [],
    changes: [],
    ruleUse: [],
    captures,
    attempts: captures.length,
    timings: outcome.timings,
  });
  return { state: "decided", status };
}

/** If only the second capture failed, the first screenshot is kept. */
export async function keepFailed(
  deps: CommonDeps,
  shot: Shot,
  attempt: number,
  outcome: Failed,
): Promise<CaptureAnswer> {
  await keepAttempt(deps, shot, failedRecord(attempt, outcome));
  return { state: "captured" };
}
