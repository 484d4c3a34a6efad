// Limits of the organisation's plan, and current usage.

import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import type { planUsage } from "../../../../../api/endpoints/answers/people.ts";
import { capital } from "../../../../../domain/text.ts";
import { Facts } from "../../../components/Facts.tsx";
import { Figure } from "../../../components/Figure.tsx";
import { Card, Columns } from "../../../components/Page.tsx";
import { Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { get } from "../../../lib/api.ts";
import { formatCount, formatMonth, formatPercent } from "../../../lib/format.ts";
import { pillarTitle } from "../../../lib/words.ts";
import styles from "../Settings.module.css";
import { Storage } from "./Storage.tsx";

type Usage = AnswerOf<typeof planUsage>;
type Quota = Usage["snapshots"];

export function Part(_: { project: string }) {
  const usage = useQuery({
    queryKey: ["usage", "run"],
    queryFn: ({ signal }) => get("/api/app/usage", { signal }),
  });
  return <Loaded query={usage}>{(data) => <Shown usage={data} />}</Loaded>;
}

function Shown({ usage }: { usage: Usage }) {
  const { plan, period, snapshots, scenarios, coachTokensToday, pagesPerCrawl, agentsMayChange, history } = usage;
  // Starts with the first month that has screenshots, because earlier months are empty.
  const first = history.findIndex(({ snapshots }) => snapshots > 0);
  const months = history.slice(first < 0 ? -1 : first).reverse();
  return (
    <>
      <Card title={`Plan: ${capital(plan)}`}>
        <Columns min={200}>
          <Used
            label={`Screenshots in ${formatMonth(period)}`}
            of={snapshots}
            trend={history.map(({ snapshots }) => snapshots)}
          />
          <Used label="Scenarios" of={scenarios} />
          <Used label="Coach tokens today" of={coachTokensToday} />
        </Columns>
        <Facts
          of={{
            "Pages per crawl": pagesPerCrawl.limit === null ? "no limit" : `up to ${formatCount(pagesPerCrawl.limit)}`,
            Agents: agentsMayChange ? "can make changes" : "read only",
            Pillars: usage.pillars.map(pillarTitle).join(", "),
            Features: usage.features.join(", ") || "none beyond the pillars",
          }}
        />
      </Card>
      <Card title="Screenshots by month" flush>
        <Table
          label="Screenshots by month"
          rows={months}
          rowKey={({ period }) => period}
          columns={[
            { title: "Month", cell: ({ period }) => formatMonth(period) },
            { title: "Screenshots", right: true, cell: ({ snapshots }) => formatCount(snapshots) },
          ]}
        />
      </Card>
      <Storage />
    </>
  );
}

function Used({ label, of: { used, limit }, trend }: { label: string; of: Quota; trend?: number[] }) {
  const known = limit !== null && limit > 0;
  return (
    <div>
      <Figure
        label={label}
        value={formatCount(used)}
        unit={limit === null ? undefined : `of ${formatCount(limit)}`}
        trend={trend}
        note={known ? `${formatPercent(Math.round((used / limit) * 1_000) / 1_000)} used` : "no limit"}
      />
      {known && (
        <meter
          className={styles.meter}
          min={0}
          max={limit}
          high={limit * 0.8}
          optimum={0}
          value={used}
          aria-label={`${label}: ${used} of ${limit}`}
        />
      )}
    </div>
  );
}
