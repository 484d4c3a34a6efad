// A run of which only the id is known: loads and shows its title, time and code under test. Until then, just a link.
import { useRun } from "../lib/runs.ts";
import { titleOf } from "../lib/runTitle.ts";
import { CommitFacts, hasCommit } from "./CommitFacts.tsx";
import { TextLink } from "./Links.tsx";
import { TimeAgo } from "./TimeAgo.tsx";

type Props = { project: string; runId: string /** Address of its own screen or of its review. */; to: string };

export function NamedRun({ project, runId, to }: Props) {
  const run = useRun(project, runId).data?.run;
  if (!run) return <TextLink to={to}>an earlier run</TextLink>;
  return (
    <>
      <TextLink to={to}>
        {titleOf(run)} of <TimeAgo time={run.finishedAt ?? run.createdAt} />
      </TextLink>
      {hasCommit(run) && (
        <>
          {" "}
          <CommitFacts run={run} />
        </>
      )}
    </>
  );
}
