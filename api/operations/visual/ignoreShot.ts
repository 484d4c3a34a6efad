// "Ignore this change": ignores exactly this difference in this place until it ends. The baseline stays unchanged.
import { makeId } from "../../../domain/ids.ts";
import { differenceOf } from "../../../domain/visual/ignored/difference.ts";
import { type Ignored, ignoredReason, untilOf } from "../../../domain/visual/ignored/ignored.ts";
import { shotWords } from "../../../domain/visual/reading/shotWords.ts";
import { IGNORE_ENDS, type IgnoreEnd } from "../../../domain/words/ignored.ts";
import {
  ignoredOf,
  insertIgnoredChange,
  placeOfIgnored,
  stopIgnored,
  stopIgnoredOfShot,
} from "../../../models/ignoredChanges/queries.ts";
import type { IgnoredChange } from "../../../models/ignoredChanges/schema.ts";
import { mainBranchOf } from "../../../models/runs/before.ts";
import { findShot } from "../../../models/shots/queries.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

const MAX_SENTENCES = 5;
export const NEEDS_REASON = "A change that is ignored permanently needs a reason.";

/** Returns a sentence on why the change cannot be ignored; null if it can. */
export function whyNotIgnored({ status, flaky, review, reasons, ...shot }: Shot): string | null {
  if (review?.decision === "ignored" && status === "passed") return "It is ignored already.";
  if (status === "approved") return "It is approved: undo that first.";
  if (status !== "failed") return status === "error" ? "An error cannot be ignored." : "It has nothing to review.";
  if (reasons.some(({ code }) => code === "no_baseline")) return "A first screenshot has no change to ignore.";
  if (flaky) return "It is unstable: its next screenshot shows another difference. Make a rule for what moves.";
  const isKnown = differenceOf({ reasons, ...shot }) !== null;
  return isKnown ? null : "It does not say what changed, so the change could not be recognized again. Make a rule.";
}

/** Returns a sentence on why nothing was done; null if it was done. `meanwhile`: sentence to return if somebody else was faster. */
export async function ignoreShot(
  ctx: OperationContext,
  caller: Caller,
  shot: Shot,
  { end, note, meanwhile }: { end: IgnoreEnd; note: string | null; meanwhile: string },
): Promise<string | null> {
  const refusal = whyNotIgnored(shot) ?? (IGNORE_ENDS[end].needsReason && !note ? NEEDS_REASON : null);
  const difference = differenceOf(shot);
  if (refusal !== null || difference === null) return refusal;
  const [by, at] = [describeCaller(caller), ctx.now()];
  const ignored: IgnoredChange = {
    _id: makeId("ignoredChange", ctx.ulid()),
    ...placeOfIgnored(shot.baselineKey, await mainBranchOf(ctx.models, shot.projectId)),
    ...difference,
    scenarioLabel: shot.scenarioLabel,
    sentences: shotWords(shot)
      .slice(0, MAX_SENTENCES)
      .map(({ sentence }) => sentence),
    end,
    until: untilOf(end, at),
    baseline: shot.baseline?.artifactId ?? null,
    note,
    by,
    at,
    runId: shot.runId,
    shotId: shot._id,
    stoppedAt: null,
    stoppedBy: null,
  };
  const review = { decision: "ignored" as const, note, by, at, versionId: null, end };
  const reasons = [ignoredReason([ignoredOf(ignored)]), ...shot.reasons];
  // The result is written first: if this process dies now, later runs show the change again and nothing is hidden unnoticed.
  if (!(await writeReview(ctx.models, shot, { status: "passed", review, reasons }))) return meanwhile;
  await insertIgnoredChange(ctx.models, ignored);
  // Somebody may have undone it between the two writes, when there was nothing to stop yet.
  const now = await findShot(ctx.models, shot._id, { review: 1 });
  if (now?.review?.decision !== "ignored" || now.review.at.getTime() !== at.getTime())
    await stopIgnored(ctx.models, ignored._id, { by, at });
  return null;
}

/**
 * Makes the result fail again, with the previous decision restored, so that later runs show the change. Returns the decisions that were
 * stopped; null if somebody else was faster.
 */
export async function unignoreShot(ctx: OperationContext, caller: Caller, shot: Shot): Promise<Ignored[] | null> {
  // A result that has since passed on its own keeps passing.
  const isByIt = shot.reasons.some(({ code }) => code === "ignored_change");
  const status = shot.status === "passed" && isByIt ? "failed" : shot.status;
  const reasons = shot.reasons.filter(({ code }) => code !== "ignored_change");
  const review = shot.reviewBefore ?? null;
  if (!(await writeReview(ctx.models, shot, { status, review, before: null, reasons }))) return null;
  return stopIgnoredOfShot(ctx.models, shot, { by: describeCaller(caller), at: ctx.now() });
}
