// Runs of a project: filters kept in the address, live updates, and a button that starts a run.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { RUN_OUTCOMES } from "../../../../domain/words/statuses.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { More } from "../../components/More.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { RunTable } from "../../components/RunTable.tsx";
import { EmptyState, Loaded, NoMatches } from "../../components/States.tsx";
import { get } from "../../lib/api.ts";
import { cliCommand } from "../../lib/cli.ts";
import { useCommands } from "../../lib/commands.tsx";
import { pollInterval } from "../../lib/live.ts";
import { useMay } from "../../lib/session.ts";
import { NO_SCOPE, useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { OUTCOME_OPTIONS, TYPE_OPTIONS } from "../../lib/words.ts";
import styles from "./Runs.module.css";
import { StartRun } from "./StartRun.tsx";

const TYPES = [{ value: "", label: "All types" }, ...TYPE_OPTIONS];
const OUTCOMES = [{ value: "", label: "Any outcome" }, ...OUTCOME_OPTIONS];

/** Returns the service's filter for an outcome. */
const outcomeFilter = (outcome: string) => RUN_OUTCOMES[outcome as keyof typeof RUN_OUTCOMES]?.filter;

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const { write } = useMay();
  const [state, setState] = useUrlState({ type: "", outcome: "", text: "", start: "" });
  const text = useDeferredValue(state.text);
  const filter = { ...scope, type: state.type, ...outcomeFilter(state.outcome), text };
  const runs = useInfiniteQuery({
    queryKey: ["runs", "run", project, filter],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/projects/{slug}/runs", {
        params: { slug: project },
        signal,
        query: { ...filter, limit: 50, cursor: pageParam },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollInterval(state, ({ pages }) => pages.some(({ runs }) => runs.some(({ status }) => status === "running"))),
  });
  const start = () => setState({ start: "test" });
  useCommands(
    write ? [{ id: "start-run", title: "Start a run", group: "Start", keys: "s", opens: true, run: start }] : [],
  );
  const filtered = Boolean(state.type || state.outcome || state.text || scope.branch || scope.environment);
  return (
    <Page
      title="Runs"
      actions={
        write && (
          <Button kind="primary" onClick={start}>
            Start a run
          </Button>
        )
      }
    >
      <search className={styles.filters}>
        <TextField
          label="Search runs"
          hiddenLabel
          type="search"
          placeholder="Branch, ticket, commit, #PR, who"
          value={state.text}
          onChange={(text) => setState({ text })}
        />
        <Select label="Type" hiddenLabel value={state.type} onChange={(type) => setState({ type })} options={TYPES} />
        <Select
          label="Outcome"
          hiddenLabel
          value={state.outcome}
          onChange={(outcome) => setState({ outcome })}
          options={OUTCOMES}
        />
      </search>
      <Loaded query={runs}>
        {({ pages }) => (
          <Card flush>
            <RunTable
              label="Runs"
              project={project}
              runs={pages.flatMap(({ runs }) => runs)}
              empty={
                filtered ? (
                  <NoMatches
                    text="No run of this project matches the filters and the top bar's environment and branch."
                    onClear={() => setState({ type: "", outcome: "", text: "", ...NO_SCOPE })}
                  />
                ) : (
                  <NoneYet project={project} />
                )
              }
            />
            <More of={runs} label="Older runs" />
          </Card>
        )}
      </Loaded>
      {write && <StartRun project={project} kind={state.start} onKind={(start) => setState({ start })} />}
    </Page>
  );
}

function NoneYet({ project }: { project: string }) {
  return (
    <EmptyState
      title="Nothing has run yet"
      text="A run tests the project's pages. CI can start runs with an API key of the project."
      command={cliCommand(`run visual --project ${project} --wait`)}
    />
  );
}
