// All scenarios of the project: screenshot, baselines, and result of the last test.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { AppScenarios } from "../../../../api/endpoints/answers/app/review.ts";
import { Button } from "../../components/Button.tsx";
import { Checkbox, Select } from "../../components/Field.tsx";
import { ButtonLink, TextLink } from "../../components/Links.tsx";
import { Page } from "../../components/Page.tsx";
import { SkeletonRows } from "../../components/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { get } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { type Figure, type Flakiness, rankedBy } from "./flakiest.ts";
import { flakyPercent, flakyWords } from "./flakyWords.ts";
import styles from "./Scenario.module.css";
import { useFlakiness } from "./useFlakiness.ts";

type Scenario = AppScenarios["scenarios"][number];

const ROW_HEIGHT = 68;

export function Screen() {
  const project = useProjectSlug();
  const { environment } = useScope();
  const [{ q, sort, flaky }, setUrl] = useUrlState({ q: "", sort: "", flaky: "" });
  const flakiness = useFlakiness(project, environment);
  const query = useInfiniteQuery({
    queryKey: ["scenarios", "baseline", "run", project, environment],
    queryFn: ({ pageParam, signal }) =>
      get("/api/app/projects/{slug}/scenarios", {
        params: { slug: project },
        query: { environment, limit: 200, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // Loads all pages one after the other, because filtering a partial list would hide scenarios that exist. Not after an error, which would
  // repeat the request without a pause.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  if (query.isLoadingError) return <ErrorState error={query.error} />;
  const total = query.data?.pages[0]?.total;
  const scenarios = query.data?.pages.flatMap((page) => page.scenarios) ?? [];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = scenarios.filter(({ label, url, modes = [] }) => {
    const said = `${label} ${url} ${modes.join(" ")}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const ranked = rankedBy(shown, flakiness, { flakiest: sort === "flakiest", onlyFlaky: flaky !== "" });
  return (
    <Page title="Scenarios" text={total === undefined ? null : plural(total, "tested page")}>
      {query.isPending ? (
        <SkeletonRows rows={8} height={ROW_HEIGHT} />
      ) : total === 0 ? (
        <EmptyState
          title="No scenario yet"
          text="A scenario is a page and the state in which its screenshots are taken. Add one to start comparing."
        >
          <ButtonLink kind="primary" to={paths.setup(project)}>
            Choose scenarios
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className={styles.ranking}>
            <input
              type="search"
              className={styles.filter}
              aria-label="Filter the scenarios"
              placeholder="Filter by name, address or mode"
              value={q}
              maxLength={200}
              onChange={({ target }) => setUrl({ q: target.value })}
            />
            <Select
              label="Order"
              hiddenLabel
              value={sort}
              onChange={(value) => setUrl({ sort: value })}
              options={ORDERS}
            />
            <Checkbox
              label="Only flaky ones"
              checked={flaky !== ""}
              onChange={(only) => setUrl({ flaky: only ? "1" : "" })}
            />
          </div>
          {ranked.length === 0 ? (
            <p className={styles.quiet}>Nothing matches the filter.</p>
          ) : (
            <Rows project={project} scenarios={ranked} flakiness={flakiness} />
          )}
          {isError && (
            <ErrorState
              error={query.error}
              title={hasNextPage ? "Could not load all scenarios" : "Could not load the newest results"}
            >
              <Button onClick={() => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch())}>
                Try again
              </Button>
            </ErrorState>
          )}
        </>
      )}
    </Page>
  );
}

const ORDERS = [
  { value: "", label: "By name" },
  { value: "flakiest", label: "Flakiest first" },
];

type RowsProps = { project: string; scenarios: readonly Scenario[]; flakiness: Flakiness };

function Rows({ project, scenarios, flakiness }: RowsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: scenarios.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div ref={frame} className={styles.list} tabIndex={0} role="region" aria-label="Scenarios">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const one = scenarios[index]!;
          return (
            <li
              key={one.scenarioId}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
              aria-setsize={scenarios.length}
              aria-posinset={index + 1}
            >
              <Row project={project} scenario={one} flaky={flakiness.get(one.scenarioId)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const BASELINE_WORDS = { complete: "passed", partial: "warning", none: "skipped" } as const;

type RowProps = { project: string; scenario: Scenario; flaky: Figure | undefined };

function Row({ project, scenario, flaky }: RowProps) {
  const { label, url, viewports, modes = [], baselines, lastTest, picture } = scenario;
  return (
    <>
      {picture ? (
        <img src={serviceUrl(picture)} alt="" loading="lazy" decoding="async" width={72} height={52} />
      ) : (
        <span className={styles.nothing} aria-hidden="true" />
      )}
      <span className={styles.name}>
        <TextLink to={paths.scenario(project, label)}>{label}</TextLink>
        <span className={styles.quiet}>{url}</span>
      </span>
      <span className={styles.wide}>
        {flaky?.percent !== undefined && flaky.percent !== null && flaky.percent > 0 && (
          <span title={flakyWords(flaky)}>
            <Status status="flaky" word={flakyPercent(flaky)} />
          </span>
        )}
      </span>
      <span className={styles.wide}>{[...viewports, ...modes].join(", ")}</span>
      <span className={styles.wide}>
        <Status
          status={BASELINE_WORDS[baselines.state]}
          word={
            baselines.of === 0 ? "No baseline" : `${formatCount(baselines.have)} of ${plural(baselines.of, "baseline")}`
          }
        />
      </span>
      <span>
        {lastTest ? (
          <Status
            status={lastTest.verdict === "pass" ? "passed" : "failed"}
            word={lastTest.verdict === "pass" ? "Passed" : `${lastTest.failed} failed`}
          />
        ) : (
          <Status status="skipped" word="Not tested" />
        )}
      </span>
    </>
  );
}
