// Creates plan pages for the addresses of the project's scenarios; existing pages stay unchanged.

import { ProductError } from "../../../domain/errors.ts";
import { type Discovered, discoverPages } from "../../../domain/pillars/tracking/discover.ts";
import { MAX_PLAN_PAGES } from "../../../domain/pillars/tracking/parsePlan.ts";
import { type PlanPage, withAddresses } from "../../../domain/pillars/tracking/plan.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { createRow } from "./rows.ts";
import { type LinkedScenario, linkable, unknownScenario } from "./scenarioOf.ts";

export type DiscoveredPages = { created: PlanPage[] } & Pick<Discovered, "known" | "skipped">;

/** Maximum attempts if another writer takes an id. */
const TRIES = 5;

/** `scenarios`: labels of the scenarios to include. Throws `not_found` for an unknown label, and `conflict` if the plan would get too large. */
export async function discoverPlanPages(
  ctx: OperationContext,
  caller: Caller,
  { project, scenarios: labels }: { project: Project; scenarios?: string[] },
): Promise<DiscoveredPages> {
  requireRight(caller, "mcpWrite");
  const all = await linkable(ctx, project._id);
  const wanted = labels ? chosen(all, labels) : all;
  const created: PlanPage[] = [];
  const urlOf = (url: string) => resolveScenarioUrl(url, project.baseUrl, project.baseUrl);
  let found: Discovered = { fresh: [], known: [], skipped: [] };
  for (let i = 0; i < TRIES; i++) {
    const plan = withAddresses(await readTrackingPlan(ctx.models, project._id), all);
    found = discoverPages(wanted, plan.pages, project.baseUrl, urlOf);
    if (plan.pages.length + found.fresh.length > MAX_PLAN_PAGES)
      throw new ProductError(
        "conflict",
        `The plan would have more than ${MAX_PLAN_PAGES} pages: name the scenarios that matter in scenarios.`,
      );
    const before = created.length;
    for (const page of found.fresh) if (await createRow(ctx, "page", project._id, page)) created.push(page);
    if (created.length - before === found.fresh.length) break;
  }
  const own = new Set(created.map(({ id }) => id));
  if (created.length > 0) await recordAudit(ctx, caller, "tracking.discover", project._id, { pages: [...own] });
  return { created, known: found.known.filter(({ pageId }) => !own.has(pageId)), skipped: found.skipped };
}

function chosen(all: LinkedScenario[], labels: readonly string[]): LinkedScenario[] {
  const known = all.map(({ label }) => label);
  const missing = labels.find((label) => !known.includes(label));
  if (missing !== undefined) throw unknownScenario(missing, known);
  return all.filter(({ label }) => labels.includes(label));
}
