import type { AppScenarios } from "../../../api/endpoints/answers/app/review.ts";
import { get } from "./api.ts";

/** Reads all pages of a project's scenarios, because the wanted ones may be anywhere in the list. */
export async function allScenarios(project: string, signal: AbortSignal): Promise<AppScenarios["scenarios"]> {
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
