// Which scenarios of a visual run failed.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import type { Service } from "./service.ts";

const RESULTS = "/api/ci/runs/{runId}/results";

/** Returns the distinct labels of the scenarios with a failed result. */
export async function failedLabels(service: Service, runId: string): Promise<string[]> {
  const labels = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: AnswerAt<"GET", typeof RESULTS> = await service.get(RESULTS, {
      params: { runId },
      query: { status: "failed", cursor },
    });
    for (const { scenarioLabel } of "results" in page ? page.results : []) labels.add(scenarioLabel);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return [...labels];
}
