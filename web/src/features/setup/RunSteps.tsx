// Last steps: progress of the baseline run, then the first test against it.
import { useQuery } from "@tanstack/react-query";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { RestlessElements } from "../../components/RestlessElements.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { get } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { statusOf, useStartRun } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import styles from "./Setup.module.css";

const POLL_MS = 1_500;

/** Polls until the run has finished, because the event stream covers only the project in the page's address. */
const useRun = (runId: string) =>
  useQuery({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}", { params: { runId }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.run.status !== "running" ? false : POLL_MS),
  });

function Going({ data: { run } }: { data: AppRun }) {
  return (
    <div className={styles.progress} role="status">
      <p className={styles.title}>
        <strong>{run.name}</strong> <Status {...statusOf(run)} />
      </p>
      {run.progress && <Progress label={run.name} done={run.progress.done} total={run.progress.total} />}
      {!run.progress && <p>{run.sentence}</p>}
      {run.error && <p className="error">{run.error}</p>}
    </div>
  );
}

type BaselineProps = { project: string; runId: string; onStarted: (runId: string) => void };

export function BaselineStep({ project, runId, onStarted }: BaselineProps) {
  const run = useRun(runId);
  const start = useStartRun(onStarted);
  const { write } = useMay();
  return (
    <Loaded query={run}>
      {(data) => (
        <>
          {data.run.status !== "running" && <RestlessElements project={project} runId={runId} />}
          <Card>
            <div className={styles.form}>
              <Going data={data} />
              <p className="remark">
                Later tests are compared with the baseline: one screenshot per scenario and viewport.
              </p>
              {data.run.status !== "running" && (
                <div className="row">
                  {write && (
                    <Button
                      kind="primary"
                      busy={start.isPending}
                      onClick={() => start.mutate({ kind: "test", project })}
                    >
                      Run the first test
                    </Button>
                  )}
                  <ButtonLink to={paths.scenarios(project)}>Open screenshots</ButtonLink>
                </div>
              )}
            </div>
          </Card>
        </>
      )}
    </Loaded>
  );
}

export function ResultStep({ project, runId }: { project: string; runId: string }) {
  const run = useRun(runId);
  const { write } = useMay();
  return (
    <Loaded query={run}>
      {(data) => (
        <Card>
          <div className={styles.form}>
            <Going data={data} />
            {data.run.status !== "running" && (
              <div className="row">
                {data.run.verdict !== "pass" && (data.review?.total ?? 0) > 0 ? (
                  <ButtonLink kind="primary" to={paths.review(project, runId)}>
                    Review changes
                  </ButtonLink>
                ) : (
                  <ButtonLink kind="primary" to={paths.overview(project)}>
                    Go to the overview
                  </ButtonLink>
                )}
                <ButtonLink to={paths.run(project, runId)}>Open run</ButtonLink>
                {write && (
                  <ButtonLink to={paths.runs(project)} search={{ start: "full-suite" }}>
                    Start a full audit
                  </ButtonLink>
                )}
                <ButtonLink to={paths.setup(project)}>Setup</ButtonLink>
              </div>
            )}
          </div>
        </Card>
      )}
    </Loaded>
  );
}
