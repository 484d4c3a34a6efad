// All scenarios of a project, for lists in which people choose some.
import { useQuery } from "@tanstack/react-query";
import type { AppScenarios } from "../../../api/endpoints/answers/app/review.ts";
import { get } from "./api.ts";

/** Reads all pages, because the wanted ones may be anywhere in the list. */
async function readAll(project: string, signal: AbortSignal): Promise<AppScenarios["scenarios"]> {
  const all: AppScenarios["scenarios"][number][] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: AppScenarios = await get("/api/app/projects/{slug}/scenarios", {
      params: { slug: project },
      signal,
      query: { limit: 200, cursor },
    });
    all.push(...page.scenarios);
    cursor = page.nextCursor;
  }
  return all;
}

export const useAllScenarios = (project: string) =>
  useQuery({
    queryKey: ["scenarios", "baseline", project, "all"],
    queryFn: ({ signal }) => readAll(project, signal),
  });
