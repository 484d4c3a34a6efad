// Where a result of the inbox comes from, and in which run changes were requested.
import { TextLink } from "../../components/Links.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { paths } from "../../lib/paths.ts";
import type { InboxFacts } from "./lists.ts";

type Props = { project: string; runId: string | undefined; runs: InboxFacts["runs"] | undefined; className?: string };

/** "main at a1b2c3d · Production · 2 hours ago". */
export function OfRun({ project, runId, runs = [], className }: Props) {
  const run = runs.find((one) => one.runId === runId);
  if (!run) return null;
  const commit = run.commitSha ? ` at ${run.commitSha.slice(0, 7)}` : "";
  return (
    <p className={className}>
      <TextLink to={paths.review(project, run.runId)}>
        {run.branch ?? "main branch"}
        {commit}
      </TextLink>
      {run.prNumber !== null && ` · pull request ${run.prNumber}`}
      {run.environmentName !== null && ` · ${run.environmentName}`} · <TimeAgo time={run.createdAt} />
    </p>
  );
}

/** A rejection that a later run carries on. */
export function CarriedRejection({ project, runId }: { project: string; runId: string }) {
  return (
    <>
      {" in "}
      <TextLink to={paths.review(project, runId)}>{runId}</TextLink>. This run shows the same.
    </>
  );
}
