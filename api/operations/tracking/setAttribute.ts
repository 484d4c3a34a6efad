// Sets the expected value of one attribute of a page or an event; the others stay, even if they are set at the same time.

import { fieldError } from "../../../domain/errors.ts";
import { MAX_ATTRIBUTES } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { PlanAttribute } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { RowKind } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { changeRow, type RowChange, unknownRow } from "./rows.ts";

export type AttributeChange = {
  attribute: PlanAttribute;
  change: RowChange;
  /** The previously expected value; null for a new attribute. */
  before: string | null;
  /** All attributes of the row after the change. */
  attributes: PlanAttribute[];
};

/** Throws `not_found` for an unknown row, and `validation_error` if the row would have too many attributes. */
export async function setAttribute(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; kind: RowKind; id: string; name: string; expected: string },
): Promise<AttributeChange> {
  requireRight(caller, "mcpWrite");
  const { project, kind, id, name, expected } = input;
  const { before, after } = await changeRow(ctx, kind, project._id, id, async (row) => {
    if (!row) throw await unknownRow(ctx, kind, project._id, id);
    return { ...row, attributes: withAttribute(row.attributes, { name, expected }) };
  });
  const old = before?.attributes.find((one) => one.name === name)?.expected ?? null;
  const change = old === null ? "created" : old === expected ? "unchanged" : "updated";
  if (change !== "unchanged")
    await recordAudit(ctx, caller, "tracking.set", project._id, { [kind]: id, attribute: name, expected, before: old });
  return { attribute: { name, expected }, change, before: old, attributes: after.attributes };
}

/** Replaces the attribute in place, or appends it. */
function withAttribute(attributes: readonly PlanAttribute[], attribute: PlanAttribute): PlanAttribute[] {
  if (attributes.some(({ name }) => name === attribute.name))
    return attributes.map((one) => (one.name === attribute.name ? attribute : one));
  if (attributes.length < MAX_ATTRIBUTES) return [...attributes, attribute];
  throw fieldError(
    "name",
    `name would be attribute ${MAX_ATTRIBUTES + 1}, and a row has ${MAX_ATTRIBUTES} at most: delete one first.`,
  );
}
