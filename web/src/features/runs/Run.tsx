// One run: verdict, code under test, findings, and next steps.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import type { PillarWords } from "../../../../domain/words/pillars.ts";
import { Button } from "../../components/Button.tsx";
import { Code } from "../../components/Code.tsx";
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { Facts } from "../../components/Facts.tsx";
import { ButtonLink, OpenLink, TextLink } from "../../components/Links.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { Progress } from "../../components/Progress.tsx";
import { RestlessElements } from "../../components/RestlessElements.tsx";
import { ReviewRequests } from "../../components/ReviewRequests.tsx";
import { RunSentence } from "../../components/RunSentence.tsx";
import { Score } from "../../components/Score.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { post } from "../../lib/api.ts";
import { useChange } from "../../lib/change.ts";
import { cliCommand } from "../../lib/cli.ts";
import { formatCount } from "../../lib/format.ts";
import { useFrame } from "../../lib/frame.ts";
import { useOutcome } from "../../lib/outcome.ts";
import { paths } from "../../lib/paths.ts";
import { type RunRow, statusOf, useRun, useStartRun } from "../../lib/runs.ts";
import { titleOf } from "../../lib/runTitle.ts";
import { useMay } from "../../lib/session.ts";
import { type StartInput, startCommand } from "../../lib/starts.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { pillarNamed, pillarPath, runOfType } from "../../lib/words.ts";
import { AuditRows } from "./AuditRows.tsx";
import { Compare } from "./Compare.tsx";
import { Diagnostics } from "./Diagnostics.tsx";
import { Found } from "./Found.tsx";
import outcome from "./Outcome.module.css";
import styles from "./Run.module.css";
import { startOf } from "./startOf.ts";

/** Link from a run to the results of its pillar, by the pillar's screen. */
const LEADS: Partial<Record<PillarWords["screen"], { label: string; to: (run: RunRow, project: string) => string }>> = {
  audits: { label: "All problems", to: ({ pillar }, project) => pillarPath(project, pillar ?? "") },
  functional: { label: "Steps", to: ({ runId }, project) => paths.featureRun(project, runId) },
  tracking: { label: "Tracking plan", to: (_, project) => paths.tracking(project) },
};

export function Screen() {
  const project = useProjectSlug();
  const runId = useParam("runId");
  const run = useRun(project, runId);
  return <Loaded query={run}>{(data) => <Shown data={data} project={project} />}</Loaded>;
}

function Shown({ data, project }: { data: AppRun; project: string }) {
  const { run } = data;
  // The head already says who cancelled the run, and its parts have no other reason.
  const reasons = run.cancelledBy ? [] : data.reasons;
  const environments = useFrame(project).data?.environments;
  const environmentGone =
    run.environmentId !== null && environments?.some(({ id }) => id === run.environmentId) === false;
  const start = environmentGone ? null : startOf(data, project);
  return (
    <Page
      title={
        <>
          {titleOf(run)} <Status {...statusOf(run)} />
        </>
      }
      text={<Head run={run} />}
      actions={<Actions data={data} project={project} start={start} />}
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
      {run.error && !run.cancelledBy && (
        <Card title="Error">
          <p className="error">{run.error}</p>
        </Card>
      )}
      {reasons.length + data.said.length + data.warnings.length > 0 && (
        <Card title="Reasons and warnings">
          <ul className={styles.list}>
            {reasons.map((reason) => (
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
      {data.isAudit ? <AuditRows data={data} project={project} /> : <Found run={run} project={project} />}
      {runOfType(run.type)?.gates === false && run.status !== "running" && (
        <RestlessElements project={project} runId={run.runId} />
      )}
      <Columns>
        <About data={data} environmentGone={environmentGone} />
        {start && <Again start={start} environment={run.environmentName} />}
      </Columns>
      <Compare data={data} project={project} />
      <Diagnostics data={data} />
    </Page>
  );
}

/** Label of the score: its meaning if it is not an audit score. */
const SCORE_OF = { shots: "Screenshots passed, in %", scenarios: "Scenarios passed, in %", pages: "Score" };

function Head({ run }: { run: RunRow }) {
  const { data } = useOutcome(run.runId, { running: run.status === "running" });
  return (
    <div className={outcome.head}>
      <p className={styles.sentence}>
        <RunSentence run={run} />
      </p>
      {hasCommit(run) && <CommitFacts run={run} />}
      {data?.score && (
        <p className={outcome.chips}>
          <span className={outcome.quiet}>{SCORE_OF[pillarNamed(run.pillar)?.parts ?? "pages"]}</span>
          <Score score={data.score} />
          {data.before && data.score.change !== null && (
            <span className={outcome.quiet}>
              since the run of <TimeAgo time={data.before.at} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** Command that starts the same run from a terminal. */
function Again({ start, environment }: { start: StartInput; environment: string | null }) {
  return (
    <Card title="Same run from a terminal">
      <Code text={cliCommand(startCommand({ ...start, environment: environment ?? undefined }))} />
    </Card>
  );
}

function Actions({ data, project, start }: { data: AppRun; project: string; start: StartInput | null }) {
  const { run, links } = data;
  // Approved changes can still be viewed.
  const hasChanges = (data.review?.total ?? 0) > 0;
  const { write } = useMay();
  const again = useStartRun();
  const cancel = useChange(() => post("/api/ci/runs/{runId}/cancel", { params: { runId: run.runId } }), {
    stale: "run",
    say: "The run is being cancelled.",
  });
  const lead = LEADS[pillarNamed(run.pillar)?.screen ?? "visual"];
  return (
    <>
      {hasChanges && (
        <ButtonLink kind={run.verdict === "pass" ? "plain" : "primary"} to={paths.review(project, run.runId)}>
          Review changes
        </ButtonLink>
      )}
      {hasChanges && <ReviewRequests runId={run.runId} />}
      {lead && <ButtonLink to={lead.to(run, project)}>{lead.label}</ButtonLink>}
      {links.report && <OpenLink href={links.report}>Report</OpenLink>}
      {write && run.status === "running" && (
        <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
      )}
      {write && run.status !== "running" && start && (
        <Button busy={again.isPending} onClick={() => again.mutate(start)}>
          {data.metadata.feature?.part ? "Run the whole feature" : "Run again"}
        </Button>
      )}
    </>
  );
}

/** Names the scenarios that the run was limited to; the service names only the first of many. */
const scenariosText = ({ scenarios, scenarioCount }: AppRun["metadata"]): string => {
  if (scenarios.length === 0) return "all";
  const more = (scenarioCount ?? 0) - scenarios.length;
  return scenarios.join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
};

function About({ data: { run, metadata }, environmentGone }: { data: AppRun; environmentGone: boolean }) {
  const deleted = environmentGone ? " (deleted, so this run cannot be repeated)" : "";
  return (
    <Card title="Facts">
      <Facts
        of={{
          Site: metadata.baseUrl,
          Environment: run.environmentName && run.environmentName + deleted,
          Location: metadata.location,
          Ticket: run.issueKey,
          Browsers: metadata.browsers.join(", "),
          Scenarios: scenariosText(metadata),
          Started: <TimeAgo time={run.createdAt} />,
          By: <Person who={run.requestedBy} />,
          CI: run.ciProvider,
          "Part of": run.parentRunId && <ParentLink runId={run.parentRunId} />,
        }}
      />
    </Card>
  );
}

function ParentLink({ runId }: { runId: string }) {
  const project = useProjectSlug();
  return <TextLink to={paths.run(project, runId)}>full audit</TextLink>;
}
