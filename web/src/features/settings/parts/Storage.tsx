// Storage used by the organisation: share of the limit, by project, and by what it contains.
import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import type { storage } from "../../../../../api/endpoints/answers/people.ts";
import { STORED_TITLE, sizeWords, WARN_AT } from "../../../../../domain/words/storage.ts";
import { Facts } from "../../../components/Facts.tsx";
import { Card } from "../../../components/Page.tsx";
import { Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { get } from "../../../lib/api.ts";
import { formatAgo, formatCount } from "../../../lib/format.ts";
import { storageWarning } from "../keepWords.ts";
import styles from "../Settings.module.css";

type Stored = AnswerOf<typeof storage>;

export function Storage() {
  const stored = useQuery({
    queryKey: ["storage"],
    queryFn: ({ signal }) => get("/api/app/storage", { signal }),
  });
  return <Loaded query={stored}>{(data) => <Shown stored={data} />}</Loaded>;
}

function Shown({ stored }: { stored: Stored }) {
  const { bytes, limit, level, projects, kinds } = stored;
  return (
    <>
      <Card title="Storage">
        <p>
          {sizeWords(bytes)} stored{limit === null ? ", no limit" : ` of ${sizeWords(limit)}`}.
        </p>
        {limit !== null && (
          <meter
            className={styles.meter}
            min={0}
            max={limit}
            high={limit * WARN_AT}
            optimum={0}
            value={Math.min(bytes, limit)}
            aria-label={`Storage: ${sizeWords(bytes)} of ${sizeWords(limit)}`}
          />
        )}
        {level !== "ok" && <p role="alert">{storageWarning(level)}</p>}
        {kinds !== null && (
          <>
            <Facts of={Object.fromEntries(kinds.of.map(({ kind, bytes }) => [STORED_TITLE[kind], sizeWords(bytes)]))} />
            <p className={styles.lead}>Counted {formatAgo(kinds.countedAt)}.</p>
          </>
        )}
      </Card>
      <Card title="Storage by project" flush>
        <Table
          label="Storage by project"
          rows={projects}
          rowKey={({ slug }) => slug}
          columns={[
            { title: "Project", cell: ({ name }) => name },
            { title: "Files", right: true, cell: ({ artifacts }) => formatCount(artifacts) },
            { title: "Stored", right: true, cell: (row) => sizeWords(row.bytes) },
          ]}
        />
      </Card>
    </>
  );
}
