// One run: its verdict in a sentence, what each pillar came to, what happened when, and where to go from there.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import type { PillarWords } from "../../../../domain/words/pillars.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink, OpenLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { Progress } from "../../components/Progress.tsx";
import { ReviewRequests } from "../../components/ReviewRequests.tsx";
import { RunTable } from "../../components/RunTable.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { useToast } from "../../components/Toast.tsx";
import { get, post } from "../../lib/api.ts";
import { formatDuration } from "../../lib/format.ts";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import { type RunRow, staleRuns, statusOf, useStartRun } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import { startOfType } from "../../lib/starts.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { pillarNamed, pillarPath } from "../../lib/words.ts";
import { Attempts } from "./Attempts.tsx";
import { Compare } from "./Compare.tsx";
import styles from "./Run.module.css";

/** What a run of a pillar leads to, by the pillar's screen. */
const LEADS: Partial<Record<PillarWords["screen"], { label: string; to: (run: RunRow, project: string) => string }>> = {
  audits: { label: "Findings", to: ({ pillar }, project) => pillarPath(project, pillar ?? "") },
  functional: { label: "Steps", to: ({ runId }, project) => paths.featureRun(project, runId) },
  tracking: { label: "Tracking plan", to: (_, project) => paths.tracking(project) },
};

export function Screen() {
  const project = useProjectSlug();
  const runId = useParam("runId");
  const run = useQuery({
    queryKey: ["run", project, runId],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}", { params: { runId }, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data?.run.status === "running"),
  });
  return <Loaded query={run}>{(data) => <Shown data={data} project={project} />}</Loaded>;
}

function Shown({ data, project }: { data: AppRun; project: string }) {
  const { run } = data;
  return (
    <Page
      title={
        <span className={styles.title}>
          {run.name} <Status {...statusOf(run)} />
        </span>
      }
      text={<p className={styles.sentence}>{run.sentence}</p>}
      actions={<Actions data={data} project={project} />}
    >
      {run.progress && (
        <Card>
          <div className={styles.progress} role="status">
            <strong>
              {data.stale ? `${run.progress.phase} (last known status; Temporal does not respond)` : run.progress.phase}
            </strong>
            <Progress label="Progress of the run" done={run.progress.done} total={run.progress.total} />
          </div>
        </Card>
      )}
      {run.error && (
        <Card title="Error">
          <p className={styles.error}>{run.error}</p>
        </Card>
      )}
      {data.reasons.length + data.said.length + data.warnings.length > 0 && (
        <Card title="Reasons and warnings">
          <ul className={styles.list}>
            {data.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {data.said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {data.warnings.map((warning) => (
              <li key={warning}>
                <Status status="warning" /> {warning}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {data.isAudit && (
        <Card title="Pillars" flush>
          <RunTable
            label="Runs of the full audit"
            project={project}
            runs={data.pillars}
            empty={run.status === "running" ? "Being planned." : "Ended before its runs were planned."}
            brief
          />
        </Card>
      )}
      <Columns>
        <Facts data={data} />
        <Card title="Timeline">
          <ol className={styles.list}>
            {data.timeline.map(({ at, what, text }) => (
              <li key={what} className={styles.moment}>
                <TimeAgo time={at} />
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </Card>
      </Columns>
      {data.triedAgain.length > 0 && <Attempts triedAgain={data.triedAgain} />}
      <Compare data={data} project={project} />
    </Page>
  );
}

function Actions({ data, project }: { data: AppRun; project: string }) {
  const { run, links, canReview } = data;
  const { write } = useMay();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const again = useStartRun((runId) => void navigate({ to: paths.run(project, runId) } as never));
  const cancel = useMutation({
    mutationFn: () => post("/api/ci/runs/{runId}/cancel", { params: { runId: run.runId } }),
    onSuccess: () => {
      toast.say("The run is being cancelled.");
      void staleRuns(queries);
    },
    onError: toast.failed,
  });
  const kind = startOfType(run.type);
  const lead = LEADS[pillarNamed(run.pillar)?.screen ?? "visual"];
  return (
    <>
      {canReview && (
        <ButtonLink kind="primary" to={paths.review(project, run.runId)}>
          Review changes
        </ButtonLink>
      )}
      {canReview && <ReviewRequests runId={run.runId} />}
      {lead && <ButtonLink to={lead.to(run, project)}>{lead.label}</ButtonLink>}
      {links.report && <OpenLink href={links.report}>Report</OpenLink>}
      {write && run.status === "running" && (
        <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {write && run.status !== "running" && kind && (
        <Button
          busy={again.isPending}
          onClick={() =>
            again.mutate(
              {
                kind,
                project,
                ...(run.environmentId ? { environment: run.environmentId } : {}),
                ...(data.metadata.scenarios.length > 0 ? { scenarios: data.metadata.scenarios } : {}),
                ...(data.metadata.browsers.length > 0 && !data.isAudit ? { browsers: data.metadata.browsers } : {}),
                // Without its branch it would be compared as a run of the main branch.
                ...(run.branch ? { branch: run.branch } : {}),
                ...(run.commitSha ? { commitSha: run.commitSha } : {}),
              },
              { onError: toast.failed },
            )
          }
        >
          Run again
        </Button>
      )}
    </>
  );
}

function Facts({ data: { run, metadata, links } }: { data: AppRun }) {
  const rows: [string, React.ReactNode][] = [
    ["Run", <code key="id">{run.runId}</code>],
    ["Site", metadata.baseUrl],
    ["Environment", run.environmentName],
    ["Branch", run.branch],
    [
      "Commit",
      run.commitSha &&
        (links.commit ? (
          <OutLink href={links.commit}>{run.commitSha.slice(0, 10)}</OutLink>
        ) : (
          run.commitSha.slice(0, 10)
        )),
    ],
    [
      "Pull request",
      run.prNumber !== null &&
        (links.pullRequest ? <OutLink href={links.pullRequest}>#{run.prNumber}</OutLink> : `#${run.prNumber}`),
    ],
    ["Ticket", run.issueKey],
    ["Browsers", metadata.browsers.join(", ")],
    ["Scenarios", metadata.scenarios.length > 0 ? metadata.scenarios.join(", ") : "all"],
    ["Started", <TimeAgo key="at" time={run.createdAt} />],
    ["Took", run.duration !== null && formatDuration(run.duration)],
    ["By", <Person key="by" who={run.requestedBy} />],
    ["CI", run.ciProvider],
    ["Part of", run.parentRunId && <ParentLink key="parent" runId={run.parentRunId} />],
    [
      "Temporal",
      links.temporal && (
        <OutLink key="temporal" href={links.temporal}>
          Workflow
        </OutLink>
      ),
    ],
  ];
  return (
    <Card title="Facts">
      <dl className={styles.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function ParentLink({ runId }: { runId: string }) {
  const project = useProjectSlug();
  return <TextLink to={paths.run(project, runId)}>full audit</TextLink>;
}
