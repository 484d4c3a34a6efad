// The newest run with something to judge; without one, what the visual review is.
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { ButtonLink } from "../../components/Links.tsx";
import { Page } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { cliCommand } from "../../lib/cli.ts";
import { paths } from "../../lib/paths.ts";
import { useProjectSlug, useScope } from "../../lib/urlState.ts";
import { newestToJudge } from "./newest.ts";
import { readVisualRuns } from "./visualRuns.ts";

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const runs = useQuery({
    queryKey: ["visual runs", "run", "review", project, scope],
    queryFn: ({ signal }) => readVisualRuns(project, scope, signal),
  });
  return (
    <Loaded query={runs}>
      {({ runs }) => {
        const runId = newestToJudge(runs);
        if (runId)
          return (
            <Navigate
              {...({ to: paths.review(project, runId), search: scope, replace: true } as never as { to: "/" })}
            />
          );
        return (
          <Page title="Visual review">
            <EmptyState
              title="No changes to review"
              text="A visual test compares each scenario with its baseline. You review the changes here. No visual test of this project has run yet."
              command={cliCommand(`run visual --project ${project} --wait`)}
            >
              <ButtonLink kind="primary" to={paths.runs(project)}>
                Start a visual test
              </ButtonLink>
              <ButtonLink to={paths.scenarios(project)}>Scenarios</ButtonLink>
            </EmptyState>
          </Page>
        );
      }}
    </Loaded>
  );
}
