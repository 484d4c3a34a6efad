// First query of the overview.
import { get } from "../../lib/api.ts";
import type { FirstQueries } from "../../lib/screen.ts";
import { type Scope, scopeOf } from "../../lib/urlState.ts";

export const overviewQuery = (project: string, scope: Scope) => ({
  queryKey: ["overview", "run", "finding", "review", "heal", project, scope] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    get("/api/app/projects/{slug}/overview", { params: { slug: project }, signal, query: scope }),
});

export const first: FirstQueries = {
  "/p/$project": ({ project = "" }, search) => overviewQuery(project, scopeOf(search)),
};
