// The pages that an audit of scenarios visits, each once.
import { messageOf } from "../../domain/errors.ts";
import { ownBaseUrls, resolveScenarioUrl } from "../../domain/visual/scenarioUrl.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { Scenario } from "../../models/scenarios/schema.ts";
import { invalid } from "../failures.ts";
import { withoutFragment } from "../site/request.ts";

/** One address to audit, and the scenarios that use it. */
export type PlannedPage = { url: string; scenarios: Pick<Scenario, "_id" | "label">[] };

/** Returns the scenarios' addresses, each once; for a project without scenarios its base address. */
export function distinctPages(
  run: Pick<Run, "baseUrl" | "preview">,
  project: Pick<Project, "baseUrl">,
  scenarios: Scenario[],
): PlannedPage[] {
  if (scenarios.length === 0) return [{ url: run.baseUrl, scenarios: [] }];
  const own = ownBaseUrls(project, run);
  return eachOnce(
    scenarios.map((scenario) => ({
      url: addressOf(scenario, own, run.baseUrl),
      scenarios: [{ _id: scenario._id, label: scenario.label }],
    })),
  );
}

/** Returns one page per address, with the scenarios of all. */
export const eachOnce = (pages: readonly PlannedPage[]): PlannedPage[] =>
  [...Map.groupBy(pages, ({ url }) => url)].map(([url, same]) => ({
    url,
    scenarios: same.flatMap(({ scenarios }) => scenarios),
  }));

/** Without the fragment, because that is a position on the page, not another page. */
export function addressOf(
  scenario: Pick<Scenario, "url" | "label">,
  ownUrls: string | readonly string[],
  runUrl: string,
): string {
  try {
    return withoutFragment(resolveScenarioUrl(scenario.url, ownUrls, runUrl));
  } catch (error) {
    throw invalid(`The scenario "${scenario.label}" has no usable address: ${messageOf(error)}`);
  }
}
