// Decisions about results. Each is checked against the current state of the result, so that if two people decide at the same time, the
// second one is told.
import { makeId } from "../../../domain/ids.ts";
import { plural } from "../../../domain/text.ts";
import { DEFAULT_IGNORE_END, type IgnoreEnd } from "../../../domain/words/ignored.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { BaselineMovedError, latestVersion } from "../../../models/baselines/promote.ts";
import { baselinesOfShots, versionFromShot } from "../../../models/baselines/queries.ts";
import { type Undo, undoPromotion } from "../../../models/baselines/undo.ts";
import { namedShots, noteReview } from "../../../models/changes/queries.ts";
import { chunksOf } from "../../../models/lib/chunks.ts";
import { refreshReviewItems } from "../../../models/reviewItems/writeRun.ts";
import { runStatus } from "../../../models/runs/lifecycle.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { shotOf } from "../../../models/shots/queries.ts";
import { reviewProgress, writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { decidedBy, describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { requirePersonOnMainOf } from "../../lib/protectedMain.ts";
import { settleReviews } from "../../lib/settleReviews.ts";
import { approveShot, unapprovedStatus } from "./approveShot.ts";
import { failLater, tellFailed, type Undone } from "./failLater.ts";
import { ignoreShot, unignoreShot } from "./ignoreShot.ts";
import { reviewableRun } from "./review.ts";
import { markOf, reviewView } from "./reviewMark.ts";
import { tellUndone, type UndoneElsewhere, undoCarried } from "./undoCarried.ts";
import { undoCopies } from "./undoCopies.ts";

export const DECISIONS = ["approve", "reject", "later", "ignore", "undo"] as const;
export type Decision = (typeof DECISIONS)[number];
export type Decided = { shotId: string; mark: string };

/** `refused`: what happened in the meantime, or why the decision is impossible. `now`: current state of the result. */
export type ShotAnswer = {
  shotId: string;
  ok: boolean;
  refused: string | null;
  now: { status: Shot["status"]; mark: string; review: ReturnType<typeof reviewView> } | null;
};

/** Number of decisions in parallel. Each takes several writes, so more would only queue in the database. */
const AT_ONCE = 6;

/** `end`: when an ignored change ends. */
export type DecisionInput = { decision: Decision; shots: readonly Decided[]; note?: string; end?: IgnoreEnd };

export async function decideShots(ctx: OperationContext, caller: Caller, runId: string, input: DecisionInput) {
  requireRight(caller, "mcpWrite");
  const run = await reviewableRun(ctx, caller, runId);
  const results = await decideInRuns(ctx, caller, [{ run, shots: input.shots }], input);
  return {
    runId: run._id,
    message: decidedMessage(input.decision, results),
    results,
    progress: await reviewProgress(ctx.models, run._id),
  };
}

/** Returns, for example, "3 results approved, 1 refused." */
export function decidedMessage(decision: Decision, results: readonly ShotAnswer[]): string {
  const done = results.filter(({ ok }) => ok).length;
  const refused = results.length - done;
  return `${plural(done, "result")} ${WORD[decision]}${refused > 0 ? `, ${refused} refused` : ""}.`;
}

/** Applies one decision to results of several runs. Refused as a whole if the caller may not decide in one of them. */
export async function decideInRuns(
  context: OperationContext,
  caller: Caller,
  runs: readonly { run: Run; shots: readonly Decided[] }[],
  { decision, ...said }: Omit<DecisionInput, "shots">,
): Promise<ShotAnswer[]> {
  // All results of a decision get the same time, so that they are recognized as one and undone together, even after a reload.
  const at = context.now();
  const ctx = { ...context, now: () => at };
  const doing = OF_A_PERSON[decision];
  if (doing) for (const { run } of runs) await requirePersonOnMainOf(ctx, caller, run, doing);
  await holdRuns(
    ctx,
    runs.map(({ run }) => run._id),
  );
  const answers: ShotAnswer[] = [];
  const elsewhere: UndoneElsewhere[] = [];
  for (const { run, shots } of runs)
    answers.push(...(await decideInRun(ctx, caller, run, { ...said, decision, shots }, elsewhere)));
  await tellUndone(ctx, elsewhere);
  return answers;
}

async function decideInRun(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  { decision, shots, note = "", end = DEFAULT_IGNORE_END }: DecisionInput,
  elsewhere: UndoneElsewhere[],
): Promise<ShotAnswer[]> {
  const said: Said = { note: note || null, end, elsewhere, undone: [], lifted: [] };
  const answers: ShotAnswer[] = [];
  for (const some of chunksOf(shots, AT_ONCE))
    answers.push(...(await Promise.all(some.map((one) => decideOne(ctx, caller, run, decision, one, said)))));
  const done = answers.filter(({ ok }) => ok);
  const ids = done.map(({ shotId }) => shotId);
  if (OF_A_PERSON[decision]) await refreshSummary(ctx.models, run._id, { reviewed: true });
  // Read again, because the run may have ended during the decisions.
  else if ((await runStatus(ctx.models, run._id)) === "completed")
    await refreshReviewItems(ctx.models, run, new Set(ids));
  if (done.length === 0) return answers;
  if (decision !== "later") await decided(ctx, run.projectId, decision === "reject" ? [run._id] : []);
  await recordAudit(ctx, caller, `results.${decision}`, run._id, { decided: done.length, shots: namedShots(ids) });
  const place = { runId: run._id, projectId: run.projectId };
  await noteReview(ctx.models, place, { decision, by: describeCaller(caller), shots: ids });
  await settleReviews(ctx, run._id);
  await failLater(ctx, caller, run, said.undone);
  for (const copies of await undoCopies(ctx, run, said.lifted))
    await tellFailed(ctx, caller, { runId: copies.runId, projectId: run.projectId }, copies.shots);
  return answers;
}

/** Decisions that change whether a result passes, and therefore the run's counts; on a protected main branch only a person may make them. */
const OF_A_PERSON: Partial<Record<Decision, string>> = {
  approve: "approving",
  ignore: "ignoring a change",
  undo: "undoing an approval",
};
const WORD: Record<Decision, string> = {
  approve: "approved",
  reject: "rejected",
  later: "marked for later",
  ignore: "ignored",
  undo: "as before",
};

async function decideOne(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  decision: Decision,
  { shotId, mark }: Decided,
  said: Said,
): Promise<ShotAnswer> {
  const seen = await standingOf(ctx, run, shotId);
  if (!seen) return { shotId, ok: false, refused: "The run has no such result.", now: null };
  const refused =
    seen.mark === mark
      ? await ACTIONS[decision](ctx, caller, seen, said)
      : ((await whatHappened(ctx, seen)) ?? "It changed after you opened it.");
  const after = await standingOf(ctx, run, shotId);
  const now = after && { status: after.shot.status, mark: after.mark, review: reviewView(after.shot) };
  return { shotId, ok: refused === null, refused, now };
}

/**
 * `end`: when an ignored change ends. `elsewhere`: receives results of other runs whose decision an undo reverted. `undone`: receives
 * results whose change is no longer ignored. `lifted`: receives results, as they were, whose approval or ignored change was undone.
 */
type Said = { note: string | null; end: IgnoreEnd; elsewhere: UndoneElsewhere[]; undone: Undone[]; lifted: Shot[] };
type Seen = { run: Run; shot: Shot; mark: string; version: number };

async function standingOf({ models }: OperationContext, run: Run, shotId: string): Promise<Seen | null> {
  const shot = await shotOf(models, run._id, shotId);
  if (!shot) return null;
  const standing = (await baselinesOfShots(models, [shot])).get(baselineIdOf(shot.baselineKey));
  return { run, shot, mark: markOf(shot, standing), version: standing?.version ?? 0 };
}

/** Returns why nothing was done; null if it was done. */
type Action = (ctx: OperationContext, caller: Caller, seen: Seen, said: Said) => Promise<string | null>;

const ACTIONS: Record<Decision, Action> = {
  async approve(ctx, caller, { shot, version }, { note }) {
    if (isIgnored(shot)) return IGNORED;
    try {
      const done = await approveShot(ctx, caller, shot, { expected: version, note });
      return "reason" in done ? done.reason : null;
    } catch (error) {
      if (!(error instanceof BaselineMovedError)) throw error;
      return baselineMoved(error.latest);
    }
  },
  reject: (ctx, caller, seen, { note }) => keep(ctx, caller, seen, "rejected", note),
  later: (ctx, caller, seen, { note }) => keep(ctx, caller, seen, "later", note),
  async ignore(ctx, caller, { shot }, said) {
    const refused = await ignoreShot(ctx, caller, shot, { ...said, meanwhile: MEANWHILE });
    if (refused === null) await revertInterrupted(ctx, caller, shot);
    return refused;
  },
  undo,
};

const isIgnored = ({ status, review }: Shot): boolean => status === "passed" && review?.decision === "ignored";
const IGNORED = "It is ignored: undo that first.";

async function keep(
  ctx: OperationContext,
  caller: Caller,
  { shot }: Seen,
  decision: "rejected" | "later",
  note: string | null,
): Promise<string | null> {
  if (shot.status === "approved") return "It is approved: undo that first.";
  if (isIgnored(shot)) return IGNORED;
  if (shot.status !== "failed" && shot.status !== "error") return "It has nothing to review.";
  const review = { decision, note, by: describeCaller(caller), at: ctx.now(), versionId: null };
  if (!(await writeReview(ctx.models, shot, { status: shot.status, review }))) return MEANWHILE;
  await revertInterrupted(ctx, caller, shot);
  return null;
}

/** Reverts the baseline if its newest entry approves this result, which is not approved: the process died in the middle. */
async function revertInterrupted(ctx: OperationContext, caller: Caller, shot: Shot): Promise<void> {
  const latest = await latestVersion(ctx.models, baselineIdOf(shot.baselineKey));
  if (latest?.how !== "approve" || latest.fromShotId !== shot._id) return;
  await undoPromotion(ctx.models, takingBack(ctx, caller, shot, latest._id));
}

function takingBack(ctx: OperationContext, caller: Caller, { baselineKey: key }: Shot, versionId: string): Undo {
  const who = { by: describeCaller(caller), person: decidedBy(caller) };
  return { key, versionId, ...who, at: ctx.now(), id: makeId("baselineVersion", ctx.ulid()) };
}

const MEANWHILE = "Someone else reviewed it at the same moment.";

async function undo(
  ctx: OperationContext,
  caller: Caller,
  { run, shot }: Seen,
  { elsewhere, undone, lifted }: Said,
): Promise<string | null> {
  if (shot.carriedFrom) return `It was reviewed in ${shot.carriedFrom}: undo it there.`;
  const back = { review: shot.reviewBefore ?? null, before: null };
  if (shot.review?.decision === "ignored") {
    const stopped = await unignoreShot(ctx, caller, shot);
    if (stopped) {
      undone.push({ shot, stopped });
      lifted.push(shot);
    }
    return stopped ? null : MEANWHILE;
  }
  if (shot.status !== "approved") {
    if (!shot.review) return "There is no decision to undo.";
    elsewhere.push(...(await undoCarried(ctx, run, shot)));
    return (await writeReview(ctx.models, shot, { status: shot.status, ...back })) ? null : MEANWHILE;
  }
  // Results approved before versions were stored with decisions name no version.
  const versionId = shot.review?.versionId ?? (await versionFromShot(ctx.models, shot));
  if (versionId === null) return "Its approval is no longer stored.";
  // The baseline is written first: if this process dies now, the result is still approved and the next undo finds the baseline already
  // reverted.
  const { outcome, latest } = await undoPromotion(ctx.models, takingBack(ctx, caller, shot, versionId));
  if (outcome === "moved") return baselineMoved(latest);
  if (!(await writeReview(ctx.models, shot, { status: unapprovedStatus(shot), ...back }))) return MEANWHILE;
  lifted.push(shot);
  return null;
}

/** Returns a sentence on why the result's state differs from what the person saw; null if unknown. */
async function whatHappened({ models }: OperationContext, { shot }: Seen): Promise<string | null> {
  const { review, status } = shot;
  if (review) return `${review.by} ${SAID[review.decision]} at ${review.at.toISOString()}.`;
  if (status === "passed") return "It was compared again and passes.";
  const latest = await latestVersion(models, baselineIdOf(shot.baselineKey));
  return latest && latest.fromShotId !== shot._id ? baselineMoved(latest) : null;
}

const SAID = {
  approved: "approved it",
  rejected: "rejected it",
  later: "marked it for later",
  ignored: "ignored it",
} as const;

function baselineMoved(latest: BaselineMovedError["latest"]): string {
  if (!latest) return "Its baseline has been removed.";
  const from = latest.fromRunId ? ` from run ${latest.fromRunId}` : "";
  const how = latest.how === "rollback" ? "reverted to an older screenshot" : `changed the baseline${from}`;
  return `${latest.promotedBy} ${how} at ${latest.at.toISOString()}.`;
}
