// Deletes an event of the tracking plan.
import type { PlanEvent } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { removeRow } from "./rows.ts";

/** Throws `not_found` with the closest ids. */
export async function deleteEvent(
  ctx: OperationContext,
  caller: Caller,
  { project, eventId, rev }: { project: Project; eventId: string; rev?: string },
): Promise<PlanEvent> {
  requireRight(caller, "mcpWrite");
  const event = await removeRow(ctx, "event", project._id, eventId, undefined, rev);
  await recordAudit(ctx, caller, "tracking.delete", project._id, { event: eventId, label: event.label });
  return event;
}
