// Scores and figures of the last runs as lines; performance with the spread of its runs and the budget.
import { useQuery } from "@tanstack/react-query";
import type { AppTrends } from "../../../../api/endpoints/answers/app/trends.ts";
import { LineChart } from "../../components/LineChart.tsx";
import { Card, Columns } from "../../components/Page.tsx";
import { get } from "../../lib/api.ts";
import { useScope } from "../../lib/urlState.ts";
import styles from "./Audit.module.css";

export function History({ project, pillar }: { project: string; pillar: string }) {
  const scope = useScope();
  const trends = useQuery({
    queryKey: ["trends", "run", project, pillar, scope],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/trends", { params: { slug: project }, signal, query: { ...scope, pillar } }),
  });
  const data = trends.data;
  if (!data || data.runs.length < 2) return null;
  const scored = data.runs.filter(({ score }) => score !== null);
  return (
    <Columns min={300}>
      {scored.length > 1 && (
        <Card title="Score">
          <LineChart
            label="Score over time"
            times={scored.map(({ at }) => at)}
            lines={[{ name: "Score", values: scored.map(({ score }) => score) }]}
            range={[0, 100]}
          />
        </Card>
      )}
      {data.metrics.slice(0, 6).map((metric) => (
        <Card
          key={metric.metric}
          title={metric.name}
          actions={
            metric.budget !== null && (
              <span className={styles.since}>
                Budget {metric.budget} {metric.unit}
              </span>
            )
          }
        >
          <Metric metric={metric} />
        </Card>
      ))}
    </Columns>
  );
}

/** One line a page and device, over the times at which any of them was measured. */
function Metric({ metric }: { metric: AppTrends["metrics"][number] }) {
  const lines = metric.lines.slice(0, 6);
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const single = lines.length === 1 ? lines[0] : undefined;
  return (
    <LineChart
      label={`${metric.name} over time`}
      times={times}
      unit={metric.unit}
      budget={metric.budget ?? undefined}
      lines={lines.map(({ page, device, points }) => ({
        name: `${shortPage(page)} · ${device}`,
        values: times.map((at) => points.find((point) => point.at === at)?.value ?? null),
      }))}
      band={
        single && {
          low: times.map((at) => single.points.find((point) => point.at === at)?.low ?? null),
          high: times.map((at) => single.points.find((point) => point.at === at)?.high ?? null),
        }
      }
    />
  );
}

const shortPage = (page: string): string => {
  try {
    return new URL(page).pathname;
  } catch {
    return page;
  }
};
