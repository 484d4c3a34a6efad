// Runs of a full audit, one per pillar.

import { partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

export type ChildView = { runId: string; type: Run["type"]; status: Run["status"] };

/** Returns them sorted by id; empty before the audit was planned. */
export async function childrenOf(ctx: OperationContext, runId: string): Promise<ChildView[]> {
  const runs = await partsOf(ctx.models, runId, { fields: { type: 1, status: 1 } });
  return runs.map(({ _id, type, status }) => ({ runId: _id, type, status }));
}
