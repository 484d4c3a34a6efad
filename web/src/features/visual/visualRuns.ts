// The newest visual tests of a project, as the filter of the top bar narrows them.
import type { AppRuns } from "../../../../api/endpoints/answers/app/runs.ts";
import { get } from "../../lib/api.ts";

export type Scope = { environment?: string; branch?: string };

export const readVisualRuns = (project: string, scope: Scope, signal: AbortSignal): Promise<AppRuns> =>
  get("/api/app/projects/{slug}/runs", {
    params: { slug: project },
    query: { type: "vrt-test", parts: 1, limit: 50, ...scope },
    signal,
  });
