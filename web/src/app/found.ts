// Addresses of search results.
import type { AppSearch } from "../../../api/endpoints/answers/app/search.ts";
import { paths } from "../lib/paths.ts";

export type Found = AppSearch["results"][number];
type Place = Pick<Found, "id" | "title"> & { project: string };

/** Settings pages that the service names differently from the dashboard, or that belong to the organisation. */
const SETTINGS: Readonly<Record<string, (project: string) => string>> = {
  budgets: (project) => paths.settings(project, "project"),
  members: () => paths.organisation("members"),
};

const BY_KIND: Record<Exclude<Found["kind"], "project">, (place: Place) => string> = {
  run: ({ project, id }) => paths.run(project, id),
  // Scenario addresses use the label instead of the id.
  scenario: ({ project, title }) => paths.scenario(project, title),
  feature: ({ project, id }) => paths.feature(project, id),
  setting: ({ project, id }) => SETTINGS[id]?.(project) ?? paths.settings(project, id),
};

/** Returns the address of a search result, or null if it has none and is not shown. */
export function addressOfFound({ kind, id, title, project }: Found): string | null {
  if (kind === "project") return paths.overview(id);
  return project ? (BY_KIND[kind]?.({ id, title, project }) ?? null) : null;
}
