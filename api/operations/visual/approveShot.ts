// Makes one result the baseline: first promotes its screenshot, then updates the result.
import { makeId } from "../../../domain/ids.ts";
import { isFirstPicture } from "../../../domain/visual/firstPicture.ts";
import { originOf } from "../../../models/baselines/origin.ts";
import { type Promotion, promote } from "../../../models/baselines/promote.ts";
import type { BaselinePicture } from "../../../models/baselines/schema.ts";
import { undoPromotion } from "../../../models/baselines/undo.ts";
import { decidingCapture, pictureOf } from "../../../models/shots/facts.ts";
import { findShot } from "../../../models/shots/queries.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { decidedBy, describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** `expected`: newest version of the baseline that the caller has seen; see `promote`. */
export async function approveShot(
  ctx: OperationContext,
  caller: Caller,
  shot: Shot,
  { expected, note = null }: { expected?: number; note?: string | null } = {},
): Promise<{ baselineVersionId: string } | { reason: string }> {
  const refusal = whyNot(shot);
  if (refusal) return { reason: refusal };
  const picture = decidingPicture(shot);
  if (!picture) return { reason: "It has no usable screenshot: run the test again." };
  // The baseline is written first: if this process dies now, the result is still failed and the next call finds the version already created.
  const [by, at] = [describeCaller(caller), ctx.now()];
  const promotion: Promotion = {
    key: shot.baselineKey,
    picture,
    by,
    how: "approve",
    fromRunId: shot.runId,
    fromShotId: shot._id,
    at,
    id: makeId("baselineVersion", ctx.ulid()),
    origin: await originOf(ctx.models, shot, decidedBy(caller)),
  };
  const { version, created } = await promote(ctx.models, promotion, expected);
  const review = { decision: "approved" as const, note, by, at, versionId: version._id };
  if (await writeReview(ctx.models, shot, { status: "approved", review })) return { baselineVersionId: version._id };
  return whatCameBetween(ctx, shot, created ? version._id : null);
}

/** Another decision or a new comparison was stored first, so the new baseline is removed again, unless the other decision uses it too. */
async function whatCameBetween(
  ctx: OperationContext,
  { _id, baselineKey }: Shot,
  made: string | null,
): Promise<{ reason: string }> {
  const now = await findShot(ctx.models, _id, { status: 1 });
  if (now?.status === "approved") return { reason: "Someone else approved it at the same moment." };
  if (made !== null) {
    const id = makeId("baselineVersion", ctx.ulid());
    const who = { by: "service", person: null };
    await undoPromotion(ctx.models, { key: baselineKey, versionId: made, ...who, at: ctx.now(), id });
  }
  return { reason: "It was reviewed or compared again at the same moment." };
}

/** Returns the status that an approved result had before and gets back when its approval is undone. */
export const unapprovedStatus = ({ reasons }: Pick<Shot, "reasons">): "error" | "failed" =>
  reasons.some(({ code }) => code === "baseline_missing_file") ? "error" : "failed";

export function whyNot(shot: Shot): string | null {
  if (shot.status === "passed") return "It passes already.";
  if (shot.status === "approved") return "It is approved already.";
  if (shot.status === "pending") return "It has no result.";
  // Its screenshot is good; only the baseline was missing.
  if (shot.status === "error" && !isFirstPicture(shot)) return shot.reasons[0]?.message ?? "It has no result.";
  return null;
}

/** Returns the screenshot of the last attempt, which decided the result. */
function decidingPicture(shot: Shot): BaselinePicture | null {
  const last = decidingCapture(shot);
  const picture = last && pictureOf(last);
  if (!picture) return null;
  const { rested = false, ...immediate } = picture;
  // If the screenshot was the same immediately and after resting, no rest is needed from now on.
  const confirmed = shot.captures.some(
    (one) => one.frameSha256 === picture.frameSha256 && (one.rested === true) !== rested,
  );
  return confirmed ? { ...immediate, confirmed } : picture;
}
