// What changed since another run.
import { useQuery } from "@tanstack/react-query";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { Loaded } from "../../components/States.tsx";
import { callTool } from "../../lib/api.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Run.module.css";

type Compared = Record<string, unknown>;

export function Compare({ data: { run, compareWith }, project }: { data: AppRun; project: string }) {
  const [{ with: other }, setState] = useUrlState({ with: "" });
  if (!compareWith.previous && !compareWith.base) return null;
  return (
    <Card
      title="Compare"
      actions={
        <span className={styles.title}>
          {compareWith.previous && (
            <Button size="small" onClick={() => setState({ with: compareWith.previous ?? "" })}>
              With the run before
            </Button>
          )}
          {compareWith.base && compareWith.base !== compareWith.previous && (
            <Button size="small" onClick={() => setState({ with: compareWith.base ?? "" })}>
              With the main branch
            </Button>
          )}
        </span>
      }
    >
      {other ? (
        <Result project={project} before={other} after={run.runId} />
      ) : (
        <p>Choose a run to see what got better and what got worse.</p>
      )}
    </Card>
  );
}

function Result({ project, before, after }: { project: string; before: string; after: string }) {
  const compared = useQuery({
    queryKey: ["compare", project, before, after],
    queryFn: () => callTool<Compared>("compare_runs", { project, runId: after, baseRunId: before }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={compared}>
      {({ summary, warnings }) => (
        <div className={styles.list}>
          <p>{summary}</p>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      )}
    </Loaded>
  );
}
