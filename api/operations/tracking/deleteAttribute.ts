// Deletes one attribute of a page or an event; the others stay, even if they are set at the same time.

import { ProductError } from "../../../domain/errors.ts";
import { hintOf, quoted } from "../../../domain/nearest.ts";
import type { PlanAttribute } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { RowKind } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { changeRow, unknownRow } from "./rows.ts";

export type DeletedAttribute = {
  attribute: PlanAttribute;
  /** The remaining attributes. */
  attributes: PlanAttribute[];
};

/** Throws `not_found` for an unknown row or attribute, with the closest names. */
export async function deleteAttribute(
  ctx: OperationContext,
  caller: Caller,
  { project, kind, id, name }: { project: Project; kind: RowKind; id: string; name: string },
): Promise<DeletedAttribute> {
  requireRight(caller, "mcpWrite");
  const of = (attributes: readonly PlanAttribute[] = []) => attributes.find((one) => one.name === name);
  const { before, after } = await changeRow(ctx, kind, project._id, id, async (row) => {
    if (!row) throw await unknownRow(ctx, kind, project._id, id);
    const gone = of(row.attributes);
    if (!gone) throw unknownAttribute(kind, id, name, row.attributes);
    return { ...row, attributes: row.attributes.filter((one) => one !== gone) };
  });
  const expected = of(before?.attributes)?.expected ?? "";
  await recordAudit(ctx, caller, "tracking.delete", project._id, { [kind]: id, attribute: name, expected });
  return { attribute: { name, expected }, attributes: after.attributes };
}

function unknownAttribute(kind: RowKind, id: string, name: string, attributes: readonly PlanAttribute[]) {
  const names = attributes.map((one) => one.name);
  const hint = hintOf(name, names, names.length > 0 ? `It has ${quoted(names.slice(0, 10))}.` : "It has none.");
  return new ProductError("not_found", `The ${kind} "${id}" has no attribute "${name.slice(0, 200)}".${hint}`);
}
