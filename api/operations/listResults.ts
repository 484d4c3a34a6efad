// The results of a run, page by page in the order of its plan.
import { SHOT_STATUSES, type ShotStatus } from "../../domain/visual/outcome.ts";
import type { Shot } from "../../models/shot.ts";
import { requireRight } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";
import { findRun } from "./findRun.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "./paging.ts";
import { type ResultView, resultView } from "./resultView.ts";

export type ListResultsInput = Paging & { runId: string; status?: ("pending" | ShotStatus)[] };
export type ResultPage = { runId: string; results: ResultView[]; nextCursor: string | null };

const indexOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Without `status`: every shot that has its verdict. */
export async function listResults(ctx: OperationContext, caller: Caller, input: ListResultsInput): Promise<ResultPage> {
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpRead");
  const run = await findRun(ctx, caller, input.runId);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const after = decodeCursor(input.cursor, indexOf);
  const shots = await ctx.models.shots
    .find({
      runId: run._id,
      status: { $in: input.status ?? [...SHOT_STATUSES] },
      ...(after === null ? {} : { index: { $gt: after } }),
    })
    .sort({ index: 1 })
    .limit(limit + 1)
    .lean<Shot[]>();
  const { entries, nextCursor } = page(shots, limit, (s) => s.index);
  return { runId: run._id, results: entries.map((s) => resultView(ctx, s)), nextCursor };
}
