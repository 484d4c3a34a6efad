// Tracking plan: events and pages with their last audit result, an editor, and the proof of a row.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { fillPath } from "../../../../domain/net/fillPath.ts";
import { Button } from "../../components/Button.tsx";
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { DownloadLink, TextLink } from "../../components/Links.tsx";
import { Page } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { callTool, get } from "../../lib/api.ts";
import { useChange } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useStartRun } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import { useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { ImportDialog } from "./Import.tsx";
import { Proof } from "./Proof.tsx";
import type { Kind, State } from "./plan.ts";
import { RowEditor } from "./RowEditor.tsx";
import { Rows } from "./Rows.tsx";
import styles from "./Tracking.module.css";

const EXPORT = "/api/app/projects/{slug}/tracking/export";

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const [state, setState] = useUrlState({ show: "events", q: "", audit: "", edit: "", proof: "", run: "" });
  const plan = useQuery({
    queryKey: ["tracking", "run", project, scope],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/tracking", { params: { slug: project }, signal, query: scope }),
  });
  return (
    <Loaded query={plan}>
      {(data) => {
        const audited = [...data.events, ...data.pages].filter(({ audit }) => audit);
        const runId =
          state.run || audited.find(({ row }) => row.id === state.proof)?.audit?.runId || data.lastAudit?.runId;
        return state.proof && runId ? (
          <Proof
            project={project}
            runId={runId}
            id={state.proof}
            ids={audited.map(({ row }) => row.id)}
            onShow={(proof) => setState({ proof })}
          />
        ) : (
          <Plan project={project} plan={data} state={state} setState={setState} />
        );
      }}
    </Loaded>
  );
}

type PlanProps = {
  project: string;
  plan: AppTracking;
  state: State;
  setState: (change: Partial<State>, options?: { push?: boolean }) => Promise<void>;
};

/** Value of `edit` in the address for a new row. */
const NEW = "new";

function Plan({ project, plan, state, setState }: PlanProps) {
  const { write } = useMay();
  const [importing, setImporting] = useState(false);
  const kind: Kind = state.show === "pages" ? "pages" : "events";
  const edit = (id: string) => setState({ edit: id }, { push: true });
  useCommands([
    ...(write
      ? [
          {
            id: "tracking-new",
            title: kind === "pages" ? "New plan page" : "New plan event",
            group: "Tracking",
            keys: "n",
            opens: true,
            run: () => edit(NEW),
          },
        ]
      : []),
    { id: "tracking-events", title: "Events of the plan", group: "Tracking", run: () => setState({ show: "events" }) },
    { id: "tracking-pages", title: "Pages of the plan", group: "Tracking", run: () => setState({ show: "pages" }) },
  ]);
  const empty = plan.events.length + plan.pages.length === 0;
  return (
    <Page
      title="Tracking"
      text={<Head plan={plan} project={project} />}
      actions={
        <>
          {!empty && <DownloadLink href={fillPath(EXPORT, { slug: project })}>Export</DownloadLink>}
          {write && <Button onClick={() => setImporting(true)}>Import</Button>}
          {write && !empty && <RunAudit project={project} />}
          {write && !empty && (
            <Button kind="primary" onClick={() => edit(NEW)}>
              {kind === "pages" ? "New page" : "New event"}
            </Button>
          )}
        </>
      }
    >
      {empty ? (
        <NoPlan project={project} onNew={() => edit(NEW)} />
      ) : (
        <Rows plan={plan} kind={kind} state={state} setState={setState} onEdit={edit} />
      )}
      {state.edit && (
        <RowEditor
          key={`${kind} ${state.edit}`}
          project={project}
          plan={plan}
          kind={kind}
          id={state.edit === NEW ? null : state.edit}
          onClose={() => setState({ edit: "" })}
        />
      )}
      {importing && <ImportDialog project={project} plan={plan} onClose={() => setImporting(false)} />}
    </Page>
  );
}

function Head({ plan: { lastAudit, counts, events, pages }, project }: { plan: AppTracking; project: string }) {
  if (!lastAudit)
    return (
      <p>
        {plural(events.length, "event")} and {plural(pages.length, "page")} are planned. No audit has checked them yet.
      </p>
    );
  return (
    <div className={styles.head}>
      {lastAudit.verdict && <Status status={lastAudit.verdict === "pass" ? "passed" : "failed"} />}
      {lastAudit.score !== null && <strong>Score {lastAudit.score}</strong>}
      <TextLink to={paths.run(project, lastAudit.runId)}>
        Audit of <TimeAgo time={lastAudit.at} />
      </TextLink>
      {hasCommit(lastAudit) && <CommitFacts run={lastAudit} />}
      <span>{counts.pass} as planned</span>
      <span>{counts.fail} not as planned</span>
      {counts.not_exercised > 0 && <span>{counts.not_exercised} not exercised</span>}
    </div>
  );
}

function RunAudit({ project }: { project: string }) {
  const { environment } = useScope();
  const start = useStartRun();
  return (
    <Button
      busy={start.isPending}
      onClick={() => start.mutate({ kind: "tracking", project, ...(environment ? { environment } : {}) })}
    >
      Run the audit
    </Button>
  );
}

function NoPlan({ project, onNew }: { project: string; onNew: () => void }) {
  const { write } = useMay();
  const discover = useChange(() => callTool("tracking_discover_from_pages", { project, confirm: true }), {
    stale: "tracking",
    say: ({ summary }) => summary,
  });
  return (
    <EmptyState
      title="No tracking plan yet"
      text="The plan defines the data that each page and event must send. Audits and ticket proofs check the site against it."
    >
      {write && (
        <>
          <Button kind="primary" busy={discover.isPending} onClick={() => discover.mutate(undefined)}>
            Find pages from scenarios
          </Button>
          <Button onClick={onNew}>New event</Button>
        </>
      )}
    </EmptyState>
  );
}
