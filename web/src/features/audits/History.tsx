// Charts of scores and metrics over the last runs; performance metrics with bands, spread, budget and deploys.
import { useQuery } from "@tanstack/react-query";
import type { AppTrends } from "../../../../api/endpoints/answers/app/trends.ts";
import { Select } from "../../components/Field.tsx";
import { LineChart } from "../../components/LineChart.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card, Columns } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { get } from "../../lib/api.ts";
import { formatNumber } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useScope, useUrlState } from "../../lib/urlState.ts";
import styles from "./Audit.module.css";
import { bandsOf, deploysOf, linesOf, pagesOf } from "./trends.ts";

export function History({ project, pillar }: { project: string; pillar: string }) {
  const scope = useScope();
  const [{ measured }, setState] = useUrlState({ measured: "" });
  const trends = useQuery({
    queryKey: ["trends", "run", project, pillar, scope],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/trends", { params: { slug: project }, signal, query: { ...scope, pillar } }),
  });
  const data = trends.data;
  if (!data || data.runs.length === 0) return null;
  const scored = data.runs.filter(({ score }) => score !== null);
  const pages = pagesOf(data.metrics);
  if (scored.length < 2 && pages.length === 0) return null;
  const page = pages.find((one) => one === measured) ?? pages[0] ?? "";
  const marks = deploysOf(data.runs);
  const newest = data.runs.at(-1)?.runId ?? "";
  return (
    <div className={styles.charts}>
      {pages.length > 1 && (
        <Select
          label="Page shown in the charts"
          value={page}
          onChange={(next) => setState({ measured: next === pages[0] ? "" : next })}
          options={pages.map((one) => ({ value: one, label: shortPage(one) }))}
        />
      )}
      <Columns min={300}>
        {scored.length > 1 && (
          <Card title="Score">
            <LineChart
              label="Score over time"
              times={scored.map(({ at }) => at)}
              lines={[{ name: "Score", values: scored.map(({ score }) => score) }]}
              marks={marks}
              range={[0, 100]}
            />
          </Card>
        )}
        {data.metrics.map((metric) => (
          <Metric key={metric.metric} metric={metric} page={page} marks={marks} project={project} runId={newest} />
        ))}
      </Columns>
    </div>
  );
}

type MetricProps = {
  metric: AppTrends["metrics"][number];
  page: string;
  marks: ReturnType<typeof deploysOf>;
  project: string;
  /** The newest run, which found the causes. */
  runId: string;
};

function Metric({ metric, page, marks, project, runId }: MetricProps) {
  const { name, unit, budget, broken, because } = metric;
  const { times, lines } = linesOf(metric, page);
  if (times.length === 0) return null;
  const bands = bandsOf(metric, page);
  const figure = (value: number) => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`;
  const shown = new Set(times);
  const slow = broken !== null || lines.some(({ values }) => (values.at(-1) ?? 0) > bands.good);
  return (
    <Card title={name} actions={broken && <Status status="failed" word="Over budget" />}>
      <p className={styles.budget}>
        <span>good up to {figure(bands.good)}</span>
        <span>poor from {figure(bands.poor)}</span>
        {budget !== null && <span>budget {figure(budget)}</span>}
      </p>
      <LineChart
        label={`${name} over time`}
        times={times}
        unit={unit}
        budget={budget ?? undefined}
        zones={bands}
        marks={marks.filter(({ time }) => shown.has(time))}
        lines={lines}
      />
      {slow && (broken || because.length > 0) && (
        <ul className={styles.broken} aria-label={`Why ${name} is slow`}>
          {broken && <li>{broken}</li>}
          {because.map(({ message, fingerprint }) => (
            <li key={fingerprint}>
              <TextLink to={paths.audits(project, "perf")} search={{ run: runId, finding: fingerprint }}>
                {message}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const shortPage = (page: string): string => {
  try {
    return new URL(page).pathname;
  } catch {
    return page;
  }
};
