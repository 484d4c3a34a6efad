// A run of features: its scenarios, and one attempt step by step.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AppTimeline } from "../../../../api/endpoints/answers/app/functional.ts";
import { CarriedFrom } from "../../components/CarriedFrom.tsx";
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { ButtonLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { RunSentence } from "../../components/RunSentence.tsx";
import { Segments } from "../../components/Segments.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { get } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { useCommands } from "../../lib/commands.tsx";
import { formatCount, formatDuration, plural } from "../../lib/format.ts";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import { statusOf, useRun } from "../../lib/runs.ts";
import { useParam, useProjectSlug, useUrlState } from "../../lib/urlState.ts";
import { Attempt } from "./Attempt.tsx";
import styles from "./FeatureRun.module.css";
import { scenarioLook } from "./timeline.ts";

type Scenario = AppTimeline["scenarios"][number];

export function Screen() {
  const project = useProjectSlug();
  const runId = useParam("runId");
  const [{ feature, scenario, attempt }, setState] = useUrlState({ feature: "", scenario: "", attempt: 0, step: -1 });
  const run = useRun(project, runId);
  const query = { featureId: scenario ? "" : feature, scenario, attempt: attempt || "" };
  const timeline = useQuery({
    queryKey: ["timeline", "run", project, runId, query],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/runs/{runId}/timeline", { params: { slug: project, runId }, signal, query }),
    refetchInterval: ({ state }) => pollInterval(state, ({ status }) => status === "running"),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={run}>
      {(data) => (
        <Page
          title={
            <>
              {data.run.name} <Status {...statusOf(data.run)} />
            </>
          }
          text={
            <>
              <p>
                <RunSentence run={data.run} />
              </p>
              {hasCommit(data.run) && <CommitFacts run={data.run} />}
            </>
          }
          actions={
            <>
              <ButtonLink to={paths.run(project, runId)}>Run details</ButtonLink>
              <ButtonLink to={paths.functional(project)}>All features</ButtonLink>
            </>
          }
        >
          {data.run.progress && (
            <Card>
              <div role="status" className={styles.progress}>
                <strong>{data.run.progress.phase}</strong>
                <Progress label="Progress of the run" done={data.run.progress.done} total={data.run.progress.total} />
              </div>
            </Card>
          )}
          <Loaded query={timeline}>
            {(shown) =>
              shown.scenarios.length === 0 ? (
                <Nothing running={shown.status === "running"} error={data.run.error} />
              ) : (
                <div className={styles.columns}>
                  <Scenarios
                    scenarios={shown.scenarios}
                    shown={shown.shown}
                    onShow={(id) => setState({ scenario: id, attempt: 0, step: -1 })}
                  />
                  <div className={styles.main}>
                    {shown.shown && <Head scenario={shown.shown} timeline={shown} project={project} />}
                    {shown.attempt ? (
                      <Attempt timeline={shown} project={project} key={`${shown.shown?.id} ${shown.attempt.attempt}`} />
                    ) : (
                      <EmptyState title="No attempt yet" text={shown.shown?.message ?? "The scenario is queued."} />
                    )}
                  </div>
                </div>
              )
            }
          </Loaded>
        </Page>
      )}
    </Loaded>
  );
}

type ListProps = { scenarios: readonly Scenario[]; shown: Scenario | null; onShow: (id: string) => void };

function Scenarios({ scenarios, shown, onShow }: ListProps) {
  const move = (by: number) => {
    const at = scenarios.findIndex(({ id }) => id === shown?.id);
    const next = scenarios[Math.min(Math.max(0, at + by), scenarios.length - 1)];
    if (next) onShow(next.id);
  };
  useCommands([
    {
      id: "scenario-next",
      title: "Next scenario",
      group: "Run",
      keys: "j",
      keysOnly: true,
      held: true,
      run: () => move(1),
    },
    {
      id: "scenario-back",
      title: "Previous scenario",
      group: "Run",
      keys: "k",
      keysOnly: true,
      held: true,
      run: () => move(-1),
    },
  ]);
  const byFeature = [...Map.groupBy(scenarios, ({ featureId }) => featureId)];
  return (
    <nav aria-label="Scenarios of the run" className={styles.list}>
      {byFeature.map(([featureId, of]) => (
        <section key={featureId}>
          <h2>{of[0]?.featureName || featureId}</h2>
          <ul>
            {of.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={styles.item}
                  aria-current={one.id === shown?.id || undefined}
                  onClick={() => onShow(one.id)}
                >
                  <span>{one.name}</span>
                  <span className={styles.under}>
                    <Status {...scenarioLook(one)} />
                    <span>
                      {one.browser}, {one.viewport}
                      {one.carriedFrom && ", carried"}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Head({ scenario, timeline, project }: { scenario: Scenario; timeline: AppTimeline; project: string }) {
  const [, setState] = useUrlState({ attempt: 0, step: -1 });
  const { attempt } = timeline;
  return (
    <header className={styles.head}>
      <h2>{scenario.name}</h2>
      <p className="quiet">
        <TextLink to={paths.feature(project, scenario.featureId)}>{scenario.featureName}</TextLink> · {scenario.browser}
        , {scenario.viewport}
        {attempt && <> · {formatDuration(attempt.duration)}</>} · {plural(timeline.steps.length, "step")}
      </p>
      {scenario.carriedFrom && <CarriedFrom project={project} runId={scenario.carriedFrom} className="quiet" />}
      <div className={styles.links}>
        {scenario.attempts > 1 && (
          <Segments
            label="Attempts"
            value={attempt?.attempt ?? 0}
            onChange={(number) => setState({ attempt: number === scenario.attempts ? 0 : number, step: -1 })}
            options={Array.from({ length: scenario.attempts }, (_, at) => ({
              value: at + 1,
              label: `Attempt ${formatCount(at + 1)}`,
            }))}
          />
        )}
        {attempt?.traceViewer && <OutLink href={serviceUrl(attempt.traceViewer)}>Open in the trace viewer</OutLink>}
      </div>
    </header>
  );
}

function Nothing({ running, error }: { running: boolean; error: string | null }) {
  return running ? (
    <EmptyState title="No scenario yet" text="The run is preparing its scenarios. They appear here when they start." />
  ) : (
    <EmptyState title="The run has no scenario" text={error ?? "No ready feature matches the selection of this run."} />
  );
}
