// Running and finished deletions, by id and counts, because the name is deleted too.
import { useQuery } from "@tanstack/react-query";
import type { erasure as erasureAnswer } from "../../../../api/endpoints/answers/erasure.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, post } from "../../lib/api.ts";
import { againIfAway } from "../../lib/away.ts";
import { useChange } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";

type Erasure = AnswerOf<typeof erasureAnswer>;

/** Polling interval while a deletion is running. */
const LOOK_MS = 2_000;
const KINDS: Record<Erasure["kind"], string> = { project: "Project", organisation: "Organisation", user: "Account" };

const isOpen = ({ finishedAt }: Erasure): boolean => finishedAt === null;

/** Renders nothing if nothing was deleted. */
export function Deletions() {
  const deletions = useQuery({
    queryKey: ["deletions"],
    queryFn: ({ signal }) => get("/api/app/deletions", { signal }),
    refetchInterval: ({ state }) => (state.data?.erasures.some(isOpen) ? LOOK_MS : againIfAway(state.error)),
  });
  const retry = useChange((id: string) => post("/api/app/deletions/{id}/retry", { params: { id } }), {
    stale: "deletions",
    say: "The deletion continues.",
  });
  const rows = deletions.data?.erasures ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title="Deletions" flush>
      <Table
        label="Deletions"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: "What", cell: ({ kind, subjectId }) => `${KINDS[kind]} ${subjectId}` },
          { title: "Started", cell: ({ createdAt }) => <TimeAgo time={createdAt} />, wide: true },
          { title: "Result", cell: (one) => <Result erasure={one} /> },
        ]}
        action={({ id, status }) =>
          status === "failed" && (
            <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(id)}>
              Try again
            </Button>
          )
        }
      />
    </Card>
  );
}

function Result({ erasure }: { erasure: Erasure }) {
  const { status, phase, error, totals } = erasure;
  if (status === "failed") return <>Failed: {error}</>;
  if (status !== "completed") return <Progress label={`Deleting: ${phase}`} done={null} total={null} />;
  return (
    <>
      {plural(totals.documents, "document")} and {plural(totals.artifacts, "file")} deleted
    </>
  );
}
