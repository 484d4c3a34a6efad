// Parts of a run that took more than one attempt.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { formatDuration } from "../../lib/format.ts";

/** Number of timings shown, longest first. */
const FEW = 3;

/** Formats timings: "capture 1.2 s, compare 40 ms". */
const told = (timings: Record<string, number>): string =>
  Object.entries(timings)
    .sort(([, a], [, b]) => b - a)
    .slice(0, FEW)
    .map(([part, ms]) => `${part.replaceAll("_", " ")} ${formatDuration(ms)}`)
    .join(", ");

export function Attempts({ triedAgain }: { triedAgain: AppRun["triedAgain"] }) {
  return (
    <Card title="Retries" flush>
      <Table
        label="Parts with several attempts"
        rows={triedAgain}
        rowKey={({ id }) => id}
        columns={[
          { title: "Part", cell: ({ label, place }) => [label, place].filter(Boolean).join(" · ") },
          { title: "Ended", cell: ({ status, flaky }) => <Status status={flaky ? "flaky" : status} /> },
          { title: "Attempts", right: true, cell: ({ attempts }) => attempts },
          {
            title: "Where most of the time went",
            right: true,
            wide: true,
            cell: ({ timings }) => told(timings as Record<string, number>),
          },
        ]}
      />
    </Card>
  );
}
