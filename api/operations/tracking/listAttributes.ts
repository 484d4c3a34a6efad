// Lists the attributes of the plan's pages or events.
import type { PlanAttribute } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { type RowKind, rowsOfKind } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRow } from "./rows.ts";

export type ListedAttribute = PlanAttribute & { rowId: string; label: string };

/** `id`: only list this row; otherwise all rows in the order of the plan. Throws `not_found` for an unknown row. */
export async function listAttributes(
  ctx: OperationContext,
  caller: Caller,
  { project, kind, id }: { project: Project; kind: RowKind; id?: string },
): Promise<ListedAttribute[]> {
  requireRight(caller, "mcpRead");
  const rows =
    id === undefined ? await rowsOfKind(ctx.models, kind, project._id) : [await findRow(ctx, kind, project._id, id)];
  return rows.flatMap(({ id: rowId, label, attributes }) =>
    attributes.map(({ name, expected }) => ({ rowId, label, name, expected })),
  );
}
