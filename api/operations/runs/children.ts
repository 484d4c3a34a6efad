// The runs of a full audit, one a pillar.
import type { Run } from "../../../models/run.ts";
import type { OperationContext } from "../../lib/context.ts";

export type ChildView = { runId: string; type: Run["type"]; status: Run["status"] };

/** In the order of their ids; [] before the audit was planned. */
export async function childrenOf(ctx: OperationContext, runId: string): Promise<ChildView[]> {
  const runs = await ctx.models.runs
    .find({ parentRunId: runId }, { type: 1, status: 1 })
    .lean<Pick<Run, "_id" | "type" | "status">[]>();
  return runs.sort((a, b) => (a._id < b._id ? -1 : 1)).map(({ _id, type, status }) => ({ runId: _id, type, status }));
}
