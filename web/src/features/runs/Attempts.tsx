// Parts of a run that took more than one attempt.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { formatDuration } from "../../lib/format.ts";

/** "capture 1.2 s, compare 40 ms". */
const told = (timings: Record<string, number>): string =>
  Object.entries(timings)
    .map(([part, ms]) => `${part} ${formatDuration(ms)}`)
    .join(", ");

export function Attempts({ triedAgain }: { triedAgain: AppRun["triedAgain"] }) {
  return (
    <Card title="Tried again" flush>
      <Table
        label="Parts that took several attempts"
        rows={triedAgain}
        rowKey={({ id }) => id}
        columns={[
          { title: "Part", cell: ({ label, place }) => [label, place].filter(Boolean).join(" · ") },
          { title: "Ended", cell: ({ status, flaky }) => <Status status={flaky ? "flaky" : status} /> },
          { title: "Attempts", right: true, cell: ({ attempts }) => attempts },
          {
            title: "Where the time went",
            right: true,
            wide: true,
            cell: ({ timings }) => told(timings as Record<string, number>),
          },
        ]}
      />
    </Card>
  );
}
