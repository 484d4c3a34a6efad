// Creates an event of the tracking plan, or changes the given fields of an existing one.

import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { MAX_PLAN_EVENTS, placesOf, readEvent, type WrittenEvent } from "../../../domain/pillars/tracking/parsePlan.ts";
import { type PlanEvent, withAddresses } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { countRowsOf, touchPage } from "../../../models/trackingPlans/rows.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireFeature } from "../functional/findFeature.ts";
import { changeRow, type RowChange, removeRow, unknownRow } from "./rows.ts";
import { linkable } from "./scenarioOf.ts";

export type UpsertedEvent = { event: PlanEvent; change: RowChange; warnings: string[] };

/**
 * Omitted fields of an existing event stay; lists are replaced as a whole. If no page is given, the event gets the page that its trigger's
 * address belongs to. Throws `not_found` for an unknown page, and `validation_error` for a trigger that belongs to no page.
 */
export async function upsertEvent(
  ctx: OperationContext,
  caller: Caller,
  { project, event: wanted, rev }: { project: Project; event: WrittenEvent; rev?: string },
): Promise<UpsertedEvent> {
  requireRight(caller, "mcpWrite");
  const places = placesOf(await pagesOf(ctx, project._id));
  const { id } = wanted;
  const set = given(wanted);
  const made = async (stored: PlanEvent | null): Promise<PlanEvent> => {
    if (!stored) await requireRoom(ctx, project._id);
    const { event, problem } = readEvent({ ...stored, ...set }, places);
    if (problem === null) {
      await requireLinked(ctx, project._id, event, stored);
      return event;
    }
    if (problem.path === "pageId") throw await unknownRow(ctx, "page", project._id, set.pageId ?? stored?.pageId ?? "");
    throw new ProductError("validation_error", `${problem.path} ${problem.message}`, { fields: [problem] });
  };
  const { before, after, change } = await changeRow(ctx, "event", project._id, id, made, rev);
  if (
    after.pageId !== null &&
    after.pageId !== before?.pageId &&
    !(await touchPage(ctx.models, project._id, after.pageId))
  ) {
    await undo(ctx, project._id, before, after);
    throw await unknownRow(ctx, "page", project._id, after.pageId);
  }
  if (change !== "unchanged")
    await recordAudit(ctx, caller, "tracking.set", project._id, { event: id, change, set: Object.keys(set) });
  return { event: after, change, warnings: warningsOf(after) };
}

/** Returns the pages with everything by which a trigger can refer to them. */
async function pagesOf(ctx: OperationContext, projectId: string) {
  const [plan, scenarios] = await Promise.all([readTrackingPlan(ctx.models, projectId), linkable(ctx, projectId)]);
  const labels = new Map(scenarios.map(({ _id, label }) => [_id, label]));
  return withAddresses(plan, scenarios).pages.map(({ id, path, scenarioIds }) => ({
    id,
    path,
    scenarios: scenarioIds.flatMap((one) => [one, labels.get(one) ?? one]),
  }));
}

/** Throws unless new links point to existing features. */
async function requireLinked(ctx: OperationContext, projectId: string, event: PlanEvent, before: PlanEvent | null) {
  const known = new Set(before?.frtLinks.map(({ featureId }) => featureId));
  const fresh = new Set(event.frtLinks.map(({ featureId }) => featureId).filter((id) => !known.has(id)));
  for (const featureId of fresh) await requireFeature(ctx, projectId, featureId);
}

async function requireRoom({ models }: OperationContext, projectId: string): Promise<void> {
  if ((await countRowsOf(models, "event", projectId)) < MAX_PLAN_EVENTS) return;
  throw new ProductError(
    "conflict",
    `The tracking plan has the maximum of ${MAX_PLAN_EVENTS} events; delete one first.`,
  );
}

/** Undoes the write because the page was deleted in between, unless somebody has written the event since. */
async function undo(ctx: OperationContext, projectId: string, before: PlanEvent | null, after: PlanEvent) {
  const ours = (row: PlanEvent | null) => row !== null && isDeepStrictEqual(row, after);
  if (before !== null) {
    await changeRow(ctx, "event", projectId, after.id, (row) => (row === null || ours(row) ? before : row));
    return;
  }
  const stays = new ProductError("conflict", "Somebody else has saved it since.");
  const check = async (row: PlanEvent) => {
    if (!ours(row)) throw stays;
  };
  await removeRow(ctx, "event", projectId, after.id, check).catch((error: unknown) => {
    if (error !== stays && !(error instanceof ProductError && error.code === "not_found")) throw error;
  });
}

function warningsOf({ pageId, trigger, frtLinks }: PlanEvent): string[] {
  if (trigger === null)
    return frtLinks.length > 0
      ? []
      : ["The event has no trigger, so audits cannot cause it: add a trigger, or link a step of a feature."];
  return pageId === null ? ["The event does not belong to a page, so audits skip it: set a pageId."] : [];
}
