// Problems of one pillar over all runs; with a run or a finding in the address, the findings of that run.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { fillPath } from "../../../../domain/net/fillPath.ts";
import { SEVERITIES, SEVERITY_WORDS } from "../../../../domain/words/severities.ts";
import { CommitFacts } from "../../components/CommitFacts.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { ButtonLink, DownloadLink, TextLink } from "../../components/Links.tsx";
import { More } from "../../components/More.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Score } from "../../components/Score.tsx";
import { Segments } from "../../components/Segments.tsx";
import { EmptyState, Loaded, NoMatches } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, withQuery } from "../../lib/api.ts";
import { cliCommand } from "../../lib/cli.ts";
import { useFrame } from "../../lib/frame.ts";
import { useMembers } from "../../lib/members.ts";
import { useOutcome } from "../../lib/outcome.ts";
import { paths } from "../../lib/paths.ts";
import { type RunRow, statusOf } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import { NO_SCOPE, type Scope, useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { pillarNamed, pillarTitle, runOfPillar } from "../../lib/words.ts";
import styles from "./Audit.module.css";
import { Bulk } from "./Bulk.tsx";
import { groupProblems, STANDINGS, standingLabel, standingOf, statusesOf } from "./groups.ts";
import { History } from "./History.tsx";
import { Measured } from "./Measured.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { RunFindings } from "./RunFindings.tsx";
import { Since } from "./Since.tsx";

const EXPORT = "/api/app/projects/{slug}/problems/export";
const PAGE = 200;
/** Up to this number of rules, each one is shown expanded. */
const FEW_RULES = 3;

export function Screen() {
  const project = useProjectSlug();
  const pillar = useLocation().pathname.split("/").at(-1) ?? "";
  const [{ run, finding }] = useUrlState({ run: "", finding: "" });
  return run || finding ? (
    <RunFindings project={project} pillar={pillar} />
  ) : (
    <PillarProblems key={pillar} project={project} pillar={pillar} />
  );
}

type Props = { project: string; pillar: string };

function PillarProblems({ project, pillar }: Props) {
  const scope = useScope();
  const type = runOfPillar(pillar)?.type;
  const mainBranch = useFrame(project).data?.project.mainBranch;
  const at = { ...scope, branch: scope.branch ?? mainBranch };
  const newest = useQuery({
    queryKey: ["runs", "run", project, "newest", type, at],
    // Problems without a branch belong to the main branch, so the newest run must be of that branch too.
    enabled: at.branch !== undefined,
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/runs", {
        params: { slug: project },
        signal,
        query: { ...at, type, status: "completed", parts: 1, limit: 1 },
      }),
  });
  return (
    <Loaded query={newest}>
      {({ runs: [run] }) =>
        run ? (
          <WithRun project={project} pillar={pillar} run={run} />
        ) : (
          <Page title={pillarTitle(pillar)}>
            <NothingYet project={project} pillar={pillar} />
          </Page>
        )
      }
    </Loaded>
  );
}

const USUAL = { status: "", severity: "", text: "" };

function WithRun({ project, pillar, run }: Props & { run: RunRow }) {
  const scope = useScope();
  const { write } = useMay();
  const members = useMembers();
  const [state, setState] = useUrlState(USUAL);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const standing = standingOf(state.status);
  const text = useDeferredValue(state.text).trim();
  const severity = SEVERITIES.find((one) => one === state.severity) ?? "";
  const filter = { ...scope, pillar, status: statusesOf(standing), severity, text };
  const problems = useInfiniteQuery({
    queryKey: ["problems", "problem", "run", "review", "finding", project, filter],
    queryFn: ({ signal, pageParam }) =>
      get("/api/problems", { signal, query: { ...filter, project, limit: PAGE, cursor: pageParam } as never }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const all = problems.data?.pages.flatMap((page) => page.problems) ?? [];
  const groups = groupProblems(all);
  // Problems that are no longer listed must not be changed unseen.
  const selected = all.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const change = (next: Partial<typeof USUAL>) => {
    setChosen(new Set());
    void setState(next);
  };
  const filtered = [standing, severity, text, scope.branch, scope.environment].some(Boolean);
  const exported = (format: "csv" | "json") => withQuery(fillPath(EXPORT, { slug: project }), { ...filter, format });
  return (
    <Page
      title={pillarTitle(pillar)}
      text={<Head run={run} project={project} />}
      actions={
        <>
          <DownloadLink href={exported("csv")}>Export CSV</DownloadLink>
          <DownloadLink href={exported("json")}>Export JSON</DownloadLink>
        </>
      }
    >
      <History project={project} pillar={pillar} />
      {pillarNamed(pillar)?.metrics && <Measured project={project} runId={run.runId} />}
      <search className={styles.filters}>
        <Segments
          label="Status"
          value={standing}
          onChange={(status) => change({ status })}
          options={STANDINGS.map((one) => ({
            value: one,
            label: standingLabel(one, problems.data?.pages[0]?.counts, standing),
          }))}
        />
        <Select
          label="Severity"
          hiddenLabel
          value={severity}
          onChange={(severity) => change({ severity })}
          options={[
            { value: "", label: "Any severity" },
            ...SEVERITIES.map((one) => ({ value: one, label: SEVERITY_WORDS[one] })),
          ]}
        />
        <TextField
          label="Search problems"
          hiddenLabel
          type="search"
          maxLength={200}
          placeholder="Search problems"
          value={state.text}
          onChange={(text) => change({ text })}
        />
      </search>
      {selected.length > 0 && (
        <Bulk
          project={project}
          chosen={selected}
          standing={standing}
          members={members}
          onDone={() => setChosen(new Set())}
        />
      )}
      <Loaded query={problems}>
        {() => (
          <Card title="Problems" flush>
            <ProblemList
              groups={groups}
              project={project}
              members={members}
              open={groups.length <= FEW_RULES}
              chosen={chosen}
              onChoose={write ? choose : null}
            />
            {all.length > 0 ? null : filtered ? (
              <NoMatches
                text="No problem matches the filters and the top bar's environment and branch."
                onClear={() => change({ ...USUAL, ...NO_SCOPE })}
              />
            ) : (
              <EmptyState
                title="No open problems"
                text="Runs found no problems, or all were fixed, accepted or snoozed."
              />
            )}
            <More of={problems} label="Show more" />
          </Card>
        )}
      </Loaded>
      <Since run={run} project={project} />
    </Page>
  );
}

function Head({ run, project }: { run: RunRow; project: string }) {
  const { data } = useOutcome(run.runId, { limit: 1, running: false });
  return (
    <div className={styles.head}>
      <Status {...statusOf(run)} />
      {data?.score && (
        <span className={styles.inline}>
          Score <Score score={data.score} />
        </span>
      )}
      <TextLink to={paths.run(project, run.runId)}>
        Run of <TimeAgo time={run.finishedAt ?? run.createdAt} />
      </TextLink>
      <CommitFacts run={run} />
    </div>
  );
}

function NothingYet({ project, pillar }: Props) {
  const { write } = useMay();
  const [scope, setScope] = useUrlState<Scope>(NO_SCOPE);
  const start = write && (
    <ButtonLink kind="primary" to={paths.runs(project)} search={{ start: runOfPillar(pillar)?.path }}>
      Start a run
    </ButtonLink>
  );
  if (scope.environment || scope.branch)
    return (
      <NoMatches
        text="No run of this type has completed for the top bar's environment and branch."
        onClear={() => setScope(NO_SCOPE)}
      >
        {start}
      </NoMatches>
    );
  return (
    <EmptyState
      title={`No ${pillarTitle(pillar)} audit yet`}
      text="No run of this type has completed."
      command={cliCommand(`run ${runOfPillar(pillar)?.word} --project ${project} --wait`)}
    >
      {start}
    </EmptyState>
  );
}
