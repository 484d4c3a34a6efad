// What changed since another run of the pillar: the previous one by default, or any other.
import { Card } from "../../components/Page.tsx";
import { OtherRun, RunComparison } from "../../components/RunComparison.tsx";
import { useOutcome } from "../../lib/outcome.ts";
import type { RunRow } from "../../lib/runs.ts";
import { useUrlState } from "../../lib/urlState.ts";

type Props = { run: Pick<RunRow, "runId" | "type" | "environmentId">; project: string };

export function Since({ run, project }: Props) {
  const [{ with: other }, setState] = useUrlState({ with: "" });
  const { data } = useOutcome(run.runId, { limit: 1, running: false });
  const previous = data?.before?.runId ?? null;
  const before = other || previous;
  if (!data) return null;
  return (
    <Card
      title="What changed between two runs"
      actions={
        <OtherRun
          project={project}
          run={run}
          value={before ?? ""}
          onChange={(runId) => setState({ with: runId })}
          suggested={{ previous, base: null }}
        />
      }
    >
      {before ? (
        <RunComparison project={project} before={before} after={run.runId} />
      ) : (
        <p>There is no earlier run to compare with. Choose another run above.</p>
      )}
    </Card>
  );
}
