// What changed since another run: the previous one, one of the main branch, or any other.
import { useState } from "react";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { OtherRun, RunComparison } from "../../components/RunComparison.tsx";
import { useUrlState } from "../../lib/urlState.ts";

export function Compare({ data: { run, compareWith }, project }: { data: AppRun; project: string }) {
  const [{ with: other }, setState] = useUrlState({ with: "" });
  const [choosing, setChoosing] = useState(false);
  if (run.status === "running") return null;
  const suggested = compareWith.previous ?? compareWith.base;
  return (
    <Card
      title="Compare with another run"
      actions={
        (other || choosing) && (
          <OtherRun
            project={project}
            run={run}
            value={other}
            onChange={(runId) => setState({ with: runId })}
            suggested={compareWith}
          />
        )
      }
    >
      {other ? (
        <RunComparison project={project} before={other} after={run.runId} />
      ) : (
        <>
          {suggested && compareWith.against && <p>The run before is {compareWith.against}.</p>}
          <Button onClick={() => (suggested ? setState({ with: suggested }) : setChoosing(true))}>
            {suggested ? "Compare with the previous run" : "Choose a run"}
          </Button>
        </>
      )}
    </Card>
  );
}
