// Starts a conversation about a screenshot of a run.
import { writtenBy } from "../../../domain/discussion/change.ts";
import { MAX_OPEN_THREADS, type ThreadRegion } from "../../../domain/discussion/thread.ts";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { mentionsIn } from "../../../domain/words/people.ts";
import { threadShelfOf } from "../../../models/reviewThreads/keys.ts";
import { countOpenThreads, findThread, insertThread } from "../../../models/reviewThreads/queries.ts";
import type { ReviewThread } from "../../../models/reviewThreads/schema.ts";
import { shotOf } from "../../../models/shots/queries.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { directoryOf } from "../../lib/directory.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { reviewableRun } from "../visual/review.ts";
import { afterChange } from "./afterChange.ts";
import { lineOfRun, placeOf, seenOf } from "./places.ts";
import { type ThreadView, threadView } from "./threadView.ts";

export type NewThread = {
  shotId: string;
  text: string;
  region?: ThreadRegion;
  /** Chosen by the caller; sending it again does not start a second conversation. */
  key?: string;
};

export async function startThread(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { shotId, text, region, key }: NewThread,
): Promise<ThreadView> {
  requireRight(caller, "mcpWrite");
  const run = await reviewableRun(ctx, caller, runId);
  const shot = await shotOf(ctx.models, run._id, shotId);
  if (!shot) throw new ProductError("not_found", `The result "${shotId.slice(0, 150)}" was not found.`);
  await holdRuns(ctx, [run._id]);
  const line = await lineOfRun(ctx, run);
  const placeId = placeOf(run, line, shot);
  const by = describeCaller(caller);
  const at = ctx.now();
  const directory = await directoryOf(ctx, caller.orgId);
  const id = key ?? ctx.ulid();
  const message = writtenBy(by, at, {
    id: makeId("message", id),
    text,
    mentions: mentionsIn(text, [...directory.values()]),
  });
  const thread: ReviewThread = {
    _id: makeId("reviewThread", id),
    orgId: run.orgId,
    projectId: run.projectId,
    shelfId: threadShelfOf(run.projectId, line, true),
    placeId,
    scenarioLabel: shot.scenarioLabel,
    viewport: shot.viewport,
    runId: run._id,
    shotId: shot._id,
    index: shot.index,
    picture: shot.artifacts.test,
    region: region ?? null,
    messages: [message],
    resolved: null,
    createdAt: at,
    updatedAt: at,
    rev: 1,
  };
  const sent = await findThread(ctx.models, thread._id);
  if (sent) return threadView(requireSame(sent, thread), run._id, seenOf(shot));
  if ((await countOpenThreads(ctx.models, placeId)) >= MAX_OPEN_THREADS)
    throw new ProductError(
      "conflict",
      `A screenshot has at most ${MAX_OPEN_THREADS} open conversations: resolve some first.`,
    );
  if (await insertThread(ctx.models, thread))
    await afterChange(ctx, caller, thread, {
      runId: run._id,
      index: shot.index,
      action: "thread.start",
      message,
      directory,
    });
  const stored = (await findThread(ctx.models, thread._id)) ?? thread;
  return threadView(requireSame(stored, thread), run._id, seenOf(shot));
}

/** Throws `conflict` if the key was used by somebody else or for another shot, so that the stored conversation is not disclosed. */
function requireSame(stored: ReviewThread, wanted: ReviewThread): ReviewThread {
  if (stored.shotId === wanted.shotId && stored.messages[0]?.by === wanted.messages[0]?.by) return stored;
  throw new ProductError("conflict", "This key was used for another conversation.");
}
