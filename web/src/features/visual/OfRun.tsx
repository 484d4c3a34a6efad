// The run a result of the inbox belongs to, and the run in which it was rejected.
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { TextLink } from "../../components/Links.tsx";
import { NamedRun } from "../../components/NamedRun.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { paths } from "../../lib/paths.ts";
import type { InboxFacts } from "./lists.ts";

type Props = { project: string; runId: string | undefined; runs: InboxFacts["runs"] | undefined; className?: string };

/** "Run of 2 hours ago · Production · main a1b2c3d Fix the header #12". */
export function OfRun({ project, runId, runs = [], className }: Props) {
  const run = runs.find((one) => one.runId === runId);
  if (!run) return null;
  return (
    <p className={className}>
      <TextLink to={paths.review(project, run.runId)}>
        Run of <TimeAgo time={run.createdAt} />
      </TextLink>
      {run.environmentName !== null && ` · ${run.environmentName}`}
      {hasCommit(run) && (
        <>
          {" "}
          · <CommitFacts run={run} />
        </>
      )}
    </p>
  );
}

/** A rejection carried over to a later run. */
export function CarriedRejection({ project, runId }: { project: string; runId: string }) {
  return (
    <>
      {" in "}
      <NamedRun project={project} runId={runId} to={paths.review(project, runId)} />. This run shows the same.
    </>
  );
}
