// Empty inbox: the last run and the next step.
import { ButtonLink } from "../../components/Links.tsx";
import { EmptyState } from "../../components/States.tsx";
import { cliCommand } from "../../lib/cli.ts";
import { paths } from "../../lib/paths.ts";
import type { ReviewList } from "./lists.ts";

export function NothingWaits({ project, list }: { project: string; list: ReviewList }) {
  const last = list.inbox?.last ?? null;
  if (last === null)
    return (
      <EmptyState
        title="Nothing to review"
        text="A visual test compares each scenario with its baseline. What changed waits here for your decision. No visual test has run here yet."
        command={cliCommand(`run visual --project ${project} --wait`)}
      >
        <ButtonLink kind="primary" to={paths.runs(project)}>
          Start a visual test
        </ButtonLink>
        <ButtonLink to={paths.scenarios(project)}>Scenarios</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing to review" text={`The newest visual test: ${last.sentence}`}>
      <ButtonLink kind="primary" to={paths.review(project, last.runId)}>
        Open the newest visual test
      </ButtonLink>
      <ButtonLink to={paths.runs(project)}>Runs</ButtonLink>
    </EmptyState>
  );
}
