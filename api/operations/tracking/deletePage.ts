// Deletes a page of the tracking plan. Refused while events belong to it, because without their page no audit would trigger them.

import { ProductError } from "../../../domain/errors.ts";
import { quoted } from "../../../domain/nearest.ts";
import type { PlanPage } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { eventsOfPage } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { removeRow } from "./rows.ts";

/** Throws `not_found`, and `conflict` (with `events` in its details) while events belong to the page. */
export async function deletePage(
  ctx: OperationContext,
  caller: Caller,
  { project, pageId, rev }: { project: Project; pageId: string; rev?: string },
): Promise<PlanPage> {
  requireRight(caller, "mcpWrite");
  const unused = async () => {
    const events = await eventsOfPage(ctx.models, project._id, pageId);
    if (events.length === 0) return;
    const ids = events.map(({ id }) => id);
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : "";
    throw new ProductError(
      "conflict",
      `The page "${pageId}" cannot be deleted while events belong to it: ${quoted(ids.slice(0, 5))}${more}. Delete them, or give them another pageId, first.`,
      { events: ids },
    );
  };
  const page = await removeRow(ctx, "page", project._id, pageId, unused, rev);
  await recordAudit(ctx, caller, "tracking.delete", project._id, { page: pageId, label: page.label });
  return page;
}
