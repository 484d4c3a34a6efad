// Findings of one pillar: by rule, then by page; new, standing, fixed and accepted apart.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { AppFindings } from "../../../../api/endpoints/answers/app/findings.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Change } from "../../components/Figure.tsx";
import { ButtonLink, DownloadLink, TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Segments } from "../../components/Segments.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, ofProject, withQuery } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import styles from "./Audit.module.css";
import { History } from "./History.tsx";
import { RuleGroup } from "./RuleGroup.tsx";

const NAMES: Record<string, string> = {
  perf: "Performance",
  seo: "SEO",
  a11y: "Accessibility",
  security: "Security",
  privacy: "Privacy",
};
const STATUSES = ["new", "standing", "fixed", "accepted"] as const;
const SEVERITIES = ["critical", "serious", "moderate", "minor", "info"];

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const pillar = useLocation().pathname.split("/").at(-1) ?? "";
  const [state, setState] = useUrlState({ status: "", severity: "", rule: "", page: "", run: "" });
  const { run, ...chosen } = state;
  const filter = { ...scope, pillar, ...chosen, ...(run ? { runId: run } : {}) };
  const at = ofProject(project, "findings");
  const findings = useInfiniteQuery({
    queryKey: ["findings", "finding", "run", project, filter],
    queryFn: ({ signal, pageParam }) =>
      get<AppFindings>(at, { signal, query: { ...filter, limit: 100, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={findings}>
      {({ pages }) => {
        const [first] = pages;
        if (!first) return null;
        if (!first.run)
          return (
            <Page title={NAMES[pillar] ?? pillar}>
              <NothingYet project={project} pillar={pillar} />
            </Page>
          );
        return (
          <Page
            title={NAMES[pillar] ?? pillar}
            text={<Head findings={first} project={project} />}
            actions={<DownloadLink href={withQuery(`${at}/export`, { ...filter, format: "csv" })}>Export</DownloadLink>}
          >
            <History project={project} pillar={pillar} />
            <Filters findings={first} state={state} setState={setState} />
            <Card flush>
              <ul className={styles.rules}>
                {mergeRules(pages).map((rule) => (
                  <RuleGroup key={rule.rule} rule={rule} runId={first.run?.runId ?? ""} project={project} />
                ))}
              </ul>
              {first.total === 0 && (
                <NoneSuch
                  status={state.status}
                  onClear={() => setState({ status: "", severity: "", rule: "", page: "" })}
                />
              )}
              {findings.hasNextPage && (
                <div className={styles.more}>
                  <Button busy={findings.isFetchingNextPage} onClick={() => void findings.fetchNextPage()}>
                    Further findings
                  </Button>
                </div>
              )}
            </Card>
          </Page>
        );
      }}
    </Loaded>
  );
}

type Rule = AppFindings["rules"][number];

/** A rule's findings may begin on one page of the list and go on on the next. */
function mergeRules(pages: readonly AppFindings[]): Rule[] {
  const merged = new Map<string, Rule>();
  for (const rule of pages.flatMap(({ rules }) => rules)) {
    const known = merged.get(rule.rule);
    merged.set(rule.rule, known ? { ...known, pages: [...known.pages, ...rule.pages] } : rule);
  }
  return [...merged.values()];
}

function Head({ findings: { run, counts }, project }: { findings: AppFindings; project: string }) {
  if (!run) return null;
  return (
    <div className={styles.head}>
      {run.verdict && <Status status={run.verdict === "pass" ? "passed" : "failed"} />}
      {run.score !== null && <strong>Score {run.score}</strong>}
      <TextLink to={paths.run(project, run.runId)}>
        Run of <TimeAgo time={run.at} />
      </TextLink>
      {counts.new > 0 && (
        <span>
          <Change change={counts.new} better="down" /> new
        </span>
      )}
      {counts.fixed > 0 && <span>{formatCount(counts.fixed)} fixed</span>}
    </div>
  );
}

type State = { status: string; severity: string; rule: string; page: string; run: string };
type FilterProps = { findings: AppFindings; state: State; setState: (change: Partial<State>) => void };

function Filters({ findings: { counts, ruleCounts }, state, setState }: FilterProps) {
  return (
    <search className={styles.filters}>
      <Segments
        label="Status"
        value={state.status}
        onChange={(status) => setState({ status })}
        options={[
          { value: "", label: "All open" },
          ...STATUSES.map((status) => ({
            value: status,
            label: `${status.slice(0, 1).toUpperCase()}${status.slice(1)} ${formatCount(counts[status])}`,
          })),
        ]}
      />
      <Select
        label="Severity"
        hiddenLabel
        value={state.severity}
        onChange={(severity) => setState({ severity })}
        options={[{ value: "", label: "Any severity" }, ...SEVERITIES.map((one) => ({ value: one, label: one }))]}
      />
      <Select
        label="Rule"
        hiddenLabel
        value={state.rule}
        onChange={(rule) => setState({ rule })}
        options={[{ value: "", label: "All rules" }, ...ruleCounts.map(({ rule }) => ({ value: rule, label: rule }))]}
      />
      <TextField
        label="Page"
        hiddenLabel
        type="search"
        placeholder="Part of a page's address"
        value={state.page}
        onChange={(page) => setState({ page })}
      />
    </search>
  );
}

function NoneSuch({ status, onClear }: { status: string; onClear: () => void }) {
  return (
    <EmptyState
      title={status === "" ? "No open finding" : "No finding is like that"}
      text={
        status === ""
          ? "The newest run found nothing that fails here."
          : "No finding of the newest run fits the filters."
      }
    >
      {status !== "" && <Button onClick={onClear}>Clear the filters</Button>}
    </EmptyState>
  );
}

function NothingYet({ project, pillar }: { project: string; pillar: string }) {
  return (
    <EmptyState
      title={`No ${NAMES[pillar] ?? pillar} audit yet`}
      text="No run of this kind has completed for the environment and branch of the top bar."
      command={`npx plumbline run ${pillar} --project ${project} --wait`}
    >
      <ButtonLink kind="primary" to={paths.runs(project)} search={{ start: pillar }}>
        Start one
      </ButtonLink>
    </EmptyState>
  );
}
