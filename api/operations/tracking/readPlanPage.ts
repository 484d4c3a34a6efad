// One page of the plan with its events and scenarios.
import { type PlanEvent, type PlanPage, withAddresses } from "../../../domain/pillars/tracking/plan.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { eventsOfPage } from "../../../models/trackingPlans/rows.ts";
import { eventOf } from "../../../models/trackingPlans/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRow } from "./rows.ts";
import { type LinkedScenario, linkable } from "./scenarioOf.ts";

export type PlanPageWithEvents = {
  page: PlanPage;
  events: PlanEvent[];
  /** Linked scenarios that still exist. */
  linked: LinkedScenario[];
  /** Where audits find it at the project's own address; null if nowhere yet. */
  address: string | null;
};

/** Throws `not_found` with the closest ids. */
export async function readPlanPage(
  ctx: OperationContext,
  caller: Caller,
  { project, pageId }: { project: Project; pageId: string },
): Promise<PlanPageWithEvents> {
  requireRight(caller, "mcpRead");
  const page = await findRow(ctx, "page", project._id, pageId);
  const [scenarios, events] = await Promise.all([
    linkable(ctx, project._id),
    eventsOfPage(ctx.models, project._id, pageId),
  ]);
  const [placed] = withAddresses({ pages: [page], events: [] }, scenarios).pages;
  const linked = page.scenarioIds.flatMap((id) => scenarios.filter(({ _id }) => _id === id));
  return { page, events: events.map(eventOf), linked, address: addressOf(placed?.path ?? null, project.baseUrl) };
}

function addressOf(path: string | null, baseUrl: string): string | null {
  if (path === null) return null;
  try {
    return resolveScenarioUrl(path, baseUrl, baseUrl);
  } catch {
    return null;
  }
}
