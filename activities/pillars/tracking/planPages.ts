// The pages of a tracking audit: those of the plan first, then scenarios that are not in the plan.
import { messageOf } from "../../../domain/errors.ts";
import { planPageOf, type TrackingPlan, withAddresses } from "../../../domain/pillars/tracking/plan.ts";
import { ownBaseUrls, resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import { declaredScenarios } from "../../../models/scenarios/queries.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import type { PlanInput } from "../../audit/pillar.ts";
import type { CommonDeps } from "../../commonDeps.ts";
import { invalid } from "../../failures.ts";
import { distinctPages, eachOnce, type PlannedPage } from "../../plan/plannedPages.ts";
import { withoutFragment } from "../../site/request.ts";
import { linkedProofs } from "./linkedProofs.ts";

/** Puts the plan into `options`, as needed by the audit of each page; addresses are those of the run's environment. */
export async function planPages(deps: CommonDeps, input: PlanInput): Promise<PlannedPage[]> {
  const { run, project, scenarios } = input;
  const all = await declaredScenarios(deps.models, run);
  const onSite = (url: string, whose: string) => {
    try {
      return resolveScenarioUrl(url, ownBaseUrls(project, run), run.baseUrl);
    } catch (error) {
      throw invalid(`${whose} has no usable address: ${messageOf(error)}.`);
    }
  };
  const stored = withAddresses(await readTrackingPlan(deps.models, project._id), all);
  const plan: TrackingPlan = {
    pages: stored.pages.map((page) => ({
      ...page,
      path: page.path === null ? null : onSite(page.path, `The page "${page.id}" of the tracking plan`),
    })),
    events: stored.events.map((event) =>
      event.trigger?.path == null
        ? event
        : {
            ...event,
            trigger: {
              ...event.trigger,
              path: onSite(event.trigger.path, `The event "${event.id}" of the tracking plan`),
            },
          },
    ),
  };
  const wanted = new Set(scenarios.map((s) => s._id));
  const planned = plan.pages.flatMap((page): PlannedPage[] => {
    if (page.path === null) return [];
    const linked = scenarios.filter((s) => page.scenarioIds.includes(s._id));
    if (
      run.scenarios &&
      linked.length === 0 &&
      !scenarios.some((s) => onSite(s.url, `The scenario "${s.label}"`) === page.path)
    )
      return [];
    return [{ url: withoutFragment(page.path), scenarios: linked.filter((s) => wanted.has(s._id)) }];
  });
  const others = distinctPages(run, project, scenarios).filter(
    (page) =>
      planPageOf(plan, page.url, run.baseUrl) === null && (plan.pages.length === 0 || page.scenarios.length > 0),
  );
  const pages = eachOnce([...planned, ...others]);
  const linked = await linkedProofs(deps, { run, project }, plan.events);
  input.options.plan = { ...plan, linked, linkedAt: pages[0]?.url ?? null };
  return pages;
}
