// Findings of one run with all evidence, by rule and page; new, remaining, fixed and accepted ones can be filtered.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { AppFindings } from "../../../../api/endpoints/answers/app/findings.ts";
import { fillPath } from "../../../../domain/net/fillPath.ts";
import { SEVERITIES, SEVERITY_WORDS } from "../../../../domain/words/severities.ts";
import { FINDING_STATUSES, STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { Button } from "../../components/Button.tsx";
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Change } from "../../components/Figure.tsx";
import { ButtonLink, DownloadLink, TextLink } from "../../components/Links.tsx";
import { More } from "../../components/More.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Segments } from "../../components/Segments.tsx";
import { EmptyState, Loaded, NoMatches } from "../../components/States.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, withQuery } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import type { RunRow } from "../../lib/runs.ts";
import { useScope, useUrlState } from "../../lib/urlState.ts";
import { pillarNamed, pillarTitle, runOfPillar } from "../../lib/words.ts";
import styles from "./Audit.module.css";
import { Measured } from "./Measured.tsx";
import { RuleGroup } from "./RuleGroup.tsx";
import { Since } from "./Since.tsx";

const OPEN = ["new", "standing"] as const;
const EXPORT = "/api/app/projects/{slug}/findings/export";

export function RunFindings({ project, pillar }: { project: string; pillar: string }) {
  const scope = useScope();
  const [state, setState] = useUrlState({ status: "", severity: "", rule: "", page: "", run: "", finding: "" });
  const { run, finding, ...asked } = state;
  // Accepted findings are not open; they must be requested explicitly.
  const chosen = { ...asked, status: asked.status ? [asked.status] : OPEN };
  // A link to one finding shows it regardless of the filters.
  const wanted = finding ? { fingerprint: finding } : chosen;
  const filter = { ...scope, pillar, ...wanted, ...(run ? { runId: run } : {}) };
  const findings = useInfiniteQuery({
    queryKey: ["findings", "finding", "run", project, filter],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/projects/{slug}/findings", {
        params: { slug: project },
        signal,
        query: { ...filter, limit: 100, cursor: pageParam },
      }),
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
            <Page title={pillarTitle(pillar)}>
              <EmptyState title="No findings" text="This run does not exist, or it found nothing.">
                <All project={project} pillar={pillar} />
              </EmptyState>
            </Page>
          );
        return (
          <Page
            title={pillarTitle(pillar)}
            text={<Head findings={first} project={project} pillar={pillar} />}
            actions={
              <DownloadLink href={withQuery(fillPath(EXPORT, { slug: project }), { ...filter, format: "csv" })}>
                Export
              </DownloadLink>
            }
          >
            {finding ? (
              <p className={styles.one}>
                {first.total > 0 ? "One finding of the run is shown." : "Finding not found in this run."}
                <Button size="small" onClick={() => setState({ finding: "" })}>
                  Show all findings
                </Button>
              </p>
            ) : (
              <>
                {pillarNamed(pillar)?.metrics && <Measured project={project} runId={first.run.runId} />}
                <Filters findings={first} state={state} setState={setState} />
              </>
            )}
            {first.cut && (
              <p className={styles.one}>The run has more findings; only the worst are listed and counted here.</p>
            )}
            <Card flush>
              <ul>
                {mergeRules(pages).map((rule) => (
                  <RuleGroup
                    key={rule.rule}
                    rule={rule}
                    runId={first.run?.runId ?? ""}
                    project={project}
                    open={finding !== ""}
                  />
                ))}
              </ul>
              {first.total > 0 || finding ? null : isFiltered(state) ? (
                <NoMatches
                  text="No finding of this run matches the filters."
                  onClear={() => setState({ status: "", severity: "", rule: "", page: "" })}
                />
              ) : (
                <EmptyState title="No open findings" text="This run found no problems here." />
              )}
              <More of={findings} label="More findings" />
            </Card>
            {!finding && (
              <Since
                run={{ runId: first.run.runId, type: runOfPillar(pillar)?.type as RunRow["type"], environmentId: null }}
                project={project}
              />
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

type Rule = AppFindings["rules"][number];

/** Merges the rules of all result pages, because a rule's findings may span two of them. */
function mergeRules(pages: readonly AppFindings[]): Rule[] {
  const merged = new Map<string, Rule>();
  for (const rule of pages.flatMap(({ rules }) => rules)) {
    const known = merged.get(rule.rule);
    merged.set(rule.rule, known ? { ...known, pages: [...known.pages, ...rule.pages] } : rule);
  }
  return [...merged.values()];
}

type HeadProps = { findings: AppFindings; project: string; pillar: string };

function Head({ findings: { run, counts }, project, pillar }: HeadProps) {
  if (!run) return null;
  return (
    <div className={styles.head}>
      <span>
        Findings of the{" "}
        <TextLink to={paths.run(project, run.runId)}>
          run of <TimeAgo time={run.at} />
        </TextLink>
      </span>
      {hasCommit(run) && <CommitFacts run={run} />}
      {counts.new > 0 && (
        <span>
          <Change change={counts.new} better="down" /> new
        </span>
      )}
      {counts.fixed > 0 && <span>{formatCount(counts.fixed)} fixed</span>}
      <TextLink to={paths.audits(project, pillar)}>All problems</TextLink>
    </div>
  );
}

type State = { status: string; severity: string; rule: string; page: string };

const isFiltered = ({ status, severity, rule, page }: State): boolean =>
  [status, severity, rule, page].some((chosen) => chosen !== "");

type FilterProps = { findings: AppFindings; state: State; setState: (change: Partial<State>) => void };

function Filters({ findings: { counts, ruleCounts }, state, setState }: FilterProps) {
  return (
    <search className={styles.filters}>
      <Segments
        label="Status"
        value={state.status}
        onChange={(status) => setState({ status })}
        options={[
          { value: "", label: `Open ${formatCount(counts.new + counts.standing)}` },
          ...FINDING_STATUSES.map((status) => ({
            value: status,
            label: `${STATUS_WORDS[status]} ${formatCount(counts[status])}`,
          })),
        ]}
      />
      <Select
        label="Severity"
        hiddenLabel
        value={state.severity}
        onChange={(severity) => setState({ severity })}
        options={[
          { value: "", label: "Any severity" },
          ...SEVERITIES.map((one) => ({ value: one, label: SEVERITY_WORDS[one] })),
        ]}
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

const All = ({ project, pillar }: { project: string; pillar: string }) => (
  <ButtonLink to={paths.audits(project, pillar)}>All problems</ButtonLink>
);
