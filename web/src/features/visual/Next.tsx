// The next step when every result of a review is decided.
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../components/Links.tsx";
import { get } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { useScope } from "../../lib/urlState.ts";
import { candidatesAfter, hasUndecided } from "./afterReview.ts";
import { readVisualRuns } from "./visualRuns.ts";

/** Leads to the newest other run with undecided results; where there is none, or it cannot be told, back to this one. */
export function Next({ project, runId }: { project: string; runId: string }) {
  const scope = useScope();
  const next = useQuery({
    queryKey: ["visual runs", "run", "review", "next", project, scope, runId],
    queryFn: async ({ signal }) => {
      const { runs } = await readVisualRuns(project, scope, signal);
      for (const other of candidatesAfter(runs, runId)) {
        const { review } = await get("/api/app/runs/{runId}", { params: { runId: other }, signal });
        if (hasUndecided(review)) return other;
      }
      return null;
    },
  });
  if (next.isPending) return null;
  return next.data ? (
    <ButtonLink kind="primary" to={paths.review(project, next.data)}>
      Review next run
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" to={paths.run(project, runId)}>
      Back to the run
    </ButtonLink>
  );
}
