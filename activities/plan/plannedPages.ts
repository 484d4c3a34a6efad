// The pages that an audit of scenarios visits, each once.
import { messageOf } from "../../domain/errors.ts";
import { ownBaseUrls, resolveScenarioUrl } from "../../domain/visual/scenarioUrl.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { Scenario } from "../../models/scenarios/schema.ts";
import { invalid } from "../failures.ts";

/** One address to audit, and the scenarios that use it. */
export type PlannedPage = { url: string; scenarios: Pick<Scenario, "_id" | "label">[] };

/** Returns the scenarios' addresses, each once; for a project without scenarios its base address. */
export function distinctPages(
  run: Pick<Run, "baseUrl" | "preview">,
  project: Pick<Project, "baseUrl">,
  scenarios: Scenario[],
): PlannedPage[] {
  if (scenarios.length === 0) return [{ url: run.baseUrl, scenarios: [] }];
  const pages = new Map<string, PlannedPage>();
  for (const scenario of scenarios) {
    const url = addressOf(scenario, ownBaseUrls(project, run), run.baseUrl);
    const page = pages.get(url) ?? { url, scenarios: [] };
    page.scenarios.push({ _id: scenario._id, label: scenario.label });
    pages.set(url, page);
  }
  return [...pages.values()];
}

/** Without the fragment, because that is a position on the page, not another page. */
export function addressOf(
  scenario: Pick<Scenario, "url" | "label">,
  ownUrls: string | readonly string[],
  runUrl: string,
): string {
  try {
    const url = new URL(resolveScenarioUrl(scenario.url, ownUrls, runUrl));
    url.hash = "";
    return url.href;
  } catch (error) {
    throw invalid(`The scenario "${scenario.label}" has no usable address: ${messageOf(error)}`);
  }
}
