// Creates a page of the tracking plan, or changes the given fields of an existing one.

import { ProductError } from "../../../domain/errors.ts";
import { quoted } from "../../../domain/nearest.ts";
import { MAX_PLAN_PAGES, type WrittenPage } from "../../../domain/pillars/tracking/parsePlan.ts";
import { type PlanPage, withAddresses } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { countRowsOf } from "../../../models/trackingPlans/rows.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { changeRow, type RowChange } from "./rows.ts";
import { linkable, scenarioOf } from "./scenarioOf.ts";

export type UpsertedPage = { page: PlanPage; change: RowChange; warnings: string[] };

/** Omitted fields of an existing page stay; `attributes` and `scenarios` are replaced as a whole. Throws `not_found` for an unknown scenario. */
export async function upsertPage(
  ctx: OperationContext,
  caller: Caller,
  { project, page, rev }: { project: Project; page: WrittenPage; rev?: string },
): Promise<UpsertedPage> {
  requireRight(caller, "mcpWrite");
  const { id, label, pageType, path, attributes, closed, scenarios, scenarioIds } = page;
  const named = scenarios || scenarioIds ? [...(scenarios ?? []), ...(scenarioIds ?? [])] : null;
  const linked = named && (await Promise.all(named.map((one) => scenarioOf(ctx, project._id, one))));
  const ids = linked && [...new Set(linked.map(({ _id }) => _id))];
  const wanted = async (before: PlanPage | null): Promise<PlanPage> => {
    if (!before) await requireRoom(ctx, project._id);
    return {
      id,
      label,
      pageType,
      path: path === undefined ? (before?.path ?? null) : path,
      attributes: attributes ?? before?.attributes ?? [],
      scenarioIds: ids ?? before?.scenarioIds ?? [],
      closed: closed ?? before?.closed ?? false,
    };
  };
  const { after, change } = await changeRow(ctx, "page", project._id, id, wanted, rev);
  if (change !== "unchanged")
    await recordAudit(ctx, caller, "tracking.set", project._id, { page: id, change, set: Object.keys(page) });
  return { page: after, change, warnings: await warningsOf(ctx, project, after) };
}

async function requireRoom({ models }: OperationContext, projectId: string): Promise<void> {
  if ((await countRowsOf(models, "page", projectId)) < MAX_PLAN_PAGES) return;
  throw new ProductError("conflict", `The tracking plan has the maximum of ${MAX_PLAN_PAGES} pages; delete one first.`);
}

async function warningsOf(ctx: OperationContext, { _id, baseUrl }: Project, page: PlanPage): Promise<string[]> {
  const [plan, scenarios] = await Promise.all([readTrackingPlan(ctx.models, _id), linkable(ctx, _id)]);
  const { pages } = withAddresses(plan, scenarios);
  const addressOf = ({ path }: PlanPage) => (path === null ? null : (URL.parse(path, baseUrl)?.href ?? null));
  const own = pages.find(({ id }) => id === page.id);
  const address = own ? addressOf(own) : null;
  if (address === null) return ["The page has no address, so audits skip it: set a path, or link a scenario."];
  const same = pages.filter((other) => other.id !== page.id && addressOf(other) === address).map(({ id }) => id);
  return same.length === 0
    ? []
    : [`The same address belongs to ${quoted(same.slice(0, 5))}; audits use the first one.`];
}
