// Links a page of the plan to a scenario, or removes the link.

import { ProductError } from "../../../domain/errors.ts";
import { nearest, quoted } from "../../../domain/nearest.ts";
import { MAX_PAGE_SCENARIOS } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { PlanPage } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { changeRow, unknownRow } from "./rows.ts";
import { type LinkedScenario, linkable, scenarioOf } from "./scenarioOf.ts";

type Input = {
  project: Project;
  pageId: string;
  /** Id or label. */
  scenarioId: string;
};
export type PageLink = { page: PlanPage; scenarioId: string; changed: boolean };

/** Links the page. Linking again changes nothing. Throws `not_found` for an unknown page or scenario. */
export async function linkPageScenario(
  ctx: OperationContext,
  caller: Caller,
  { project, pageId, scenarioId: reference }: Input,
): Promise<PageLink & { scenario: LinkedScenario }> {
  requireRight(caller, "mcpWrite");
  const scenario = await scenarioOf(ctx, project._id, reference);
  const { after, change } = await changeRow(ctx, "page", project._id, pageId, async (page) => {
    if (!page) throw await unknownRow(ctx, "page", project._id, pageId);
    if (page.scenarioIds.includes(scenario._id)) return page;
    if (page.scenarioIds.length >= MAX_PAGE_SCENARIOS)
      throw new ProductError(
        "conflict",
        `The page "${pageId}" is linked to the maximum of ${MAX_PAGE_SCENARIOS} scenarios; unlink one first.`,
      );
    return { ...page, scenarioIds: [...page.scenarioIds, scenario._id] };
  });
  const changed = change !== "unchanged";
  if (changed)
    await recordAudit(ctx, caller, "tracking.set", project._id, { page: pageId, linkedScenario: scenario._id });
  return { page: after, scenarioId: scenario._id, changed, scenario };
}

/** Removes the link. The scenario itself may have been deleted. Throws `not_found` for an unknown page, and for a scenario that is not linked. */
export async function unlinkPageScenario(
  ctx: OperationContext,
  caller: Caller,
  { project, pageId, scenarioId: reference }: Input,
): Promise<PageLink> {
  requireRight(caller, "mcpWrite");
  const scenarios = await linkable(ctx, project._id);
  const id = scenarios.find(({ label }) => label === reference)?._id;
  let gone = reference;
  const { after } = await changeRow(ctx, "page", project._id, pageId, async (page) => {
    if (!page) throw await unknownRow(ctx, "page", project._id, pageId);
    const linked = page.scenarioIds.find((one) => one === reference) ?? page.scenarioIds.find((one) => one === id);
    if (linked === undefined) throw notLinked(page, reference, scenarios);
    gone = linked;
    return { ...page, scenarioIds: page.scenarioIds.filter((one) => one !== linked) };
  });
  await recordAudit(ctx, caller, "tracking.delete", project._id, { page: pageId, linkedScenario: gone });
  return { page: after, scenarioId: gone, changed: true };
}

function notLinked(page: PlanPage, reference: string, scenarios: readonly LinkedScenario[]): ProductError {
  const labels = page.scenarioIds.map((id) => scenarios.find(({ _id }) => _id === id)?.label ?? id);
  const close = nearest(reference, labels);
  const known = close.length > 0 ? close : labels.slice(0, 5);
  const hint = known.length > 0 ? `It is linked to ${quoted(known)}.` : "It is not linked to any scenario.";
  return new ProductError(
    "not_found",
    `The page "${page.id}" is not linked to a scenario "${reference.slice(0, 200)}". ${hint}`,
  );
}
