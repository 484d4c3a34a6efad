// Suggests a scenario for a page by actually opening it.
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { type ScenarioSuggestion, suggestScenario as suggest } from "../../../domain/inspect/suggestScenario.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { inspectPage } from "../projects/inspectPage.ts";

export type ScenarioAdvice = ScenarioSuggestion & {
  /** Percentage of pixels by which two captures differed; null if there were not two. */
  mismatchPercent: number | null;
  /** Label of a scenario that already covers this page. */
  existing: string | null;
  warnings: string[];
};

/** Returns a suggestion without creating anything. */
export async function suggestScenario(
  ctx: OperationContext,
  caller: Caller,
  {
    project,
    environment,
    url,
    signal,
  }: { project: Project; environment: Environment | null; url: string; signal?: AbortSignal },
): Promise<ScenarioAdvice> {
  const seen = await inspectPage(ctx, caller, { project, environment, url, what: "scenario", wish: {}, signal });
  const base = seen.environment?.baseUrl ?? project.baseUrl;
  const scenarios = await scenariosOf(ctx.models, project._id, {
    declared: true,
    fields: { label: 1, url: 1 },
    by: "label",
  });
  const key = pageKey(seen.url, base);
  const suggestion = suggest(seen.data, {
    address: addressOf(seen.url, base),
    host: new URL(seen.finalUrl).host,
    labels: scenarios.map(({ label }) => label),
  });
  const existing = scenarios.find((one) => keyOf(one.url, project.baseUrl, base) === key)?.label ?? null;
  const { notCompared, mismatchPercent } = seen.data;
  return {
    ...suggestion,
    mismatchPercent,
    existing,
    warnings: [
      ...seen.warnings,
      ...(existing ? [`The scenario "${existing}" has this page already.`] : []),
      ...(notCompared ? [`The page could not be captured twice, so what moves is not known: ${notCompared}`] : []),
    ],
  };
}

/** Returns a relative address if it means the same in every environment; below a base URL with a path it would mean another page. */
function addressOf(url: string, base: string): string {
  const { origin, pathname, search } = new URL(url);
  const own = new URL(base);
  return own.origin === origin && own.pathname === "/" ? pathname + search : url;
}

function keyOf(url: string, projectUrl: string, base: string): string | null {
  try {
    return pageKey(resolveScenarioUrl(url, projectUrl, base), base);
  } catch {
    return null;
  }
}
