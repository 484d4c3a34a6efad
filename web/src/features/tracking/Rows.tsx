// Rows of the plan, each with its last audit result, and a filter kept in the address.
import type { ReactNode } from "react";
import type { AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Button } from "../../components/Button.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { Card } from "../../components/Page.tsx";
import { Segments } from "../../components/Segments.tsx";
import { EmptyState, NoMatches } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { type Column, Table } from "../../components/Table.tsx";
import { plural } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import {
  auditLook,
  type EventEntry,
  type Kind,
  type PageEntry,
  type State,
  shownRows,
  triggerSentence,
} from "./plan.ts";
import styles from "./Tracking.module.css";

type Props = {
  plan: AppTracking;
  kind: Kind;
  state: State;
  setState: (change: Partial<State>, options?: { push?: boolean }) => void;
  onEdit: (id: string) => void;
};

const AUDITS = [
  { value: "", label: "Any result" },
  { value: "fail", label: "Not as planned" },
  { value: "pass", label: "As planned" },
  { value: "not_exercised", label: "Not triggered" },
  { value: "none", label: "Not checked" },
];

export function Rows({ plan, kind, state, setState, onEdit }: Props) {
  const { write } = useMay();
  const filter = { text: state.q, audit: state.audit };
  const prove = (id: string) => setState({ proof: id }, { push: true });
  const labels = new Map(plan.pages.map(({ row }) => [row.id, row.label]));
  const scenarios = new Map(plan.scenarios.map(({ id, label }) => [id, label]));
  const name = (entry: EventEntry | PageEntry) => <Name entry={entry} onProve={prove} />;
  const last = (entry: EventEntry | PageEntry): ReactNode => <Judged entry={entry} />;
  const edit = <E extends EventEntry | PageEntry>(): Column<E>[] =>
    write
      ? [
          {
            title: "Change",
            right: true,
            cell: ({ row }) => (
              <Button size="small" aria-label={`Change ${row.label}`} onClick={() => onEdit(row.id)}>
                Change
              </Button>
            ),
          },
        ]
      : [];
  const none =
    state.q || state.audit ? (
      <NoMatches text="No row of the plan matches the filters." onClear={() => setState({ q: "", audit: "" })} />
    ) : (
      <EmptyState title={`No ${kind} planned`} text={`The plan has only ${kind === "events" ? "pages" : "events"}.`} />
    );
  return (
    <>
      <search className={styles.filters}>
        <Segments
          label="Kind of row"
          value={kind}
          onChange={(show) => setState({ show })}
          options={[
            { value: "events", label: `Events ${plan.events.length}` },
            { value: "pages", label: `Pages ${plan.pages.length}` },
          ]}
        />
        <Select
          label="Result of the last audit"
          hiddenLabel
          value={state.audit}
          onChange={(audit) => setState({ audit })}
          options={AUDITS}
        />
        <TextField
          label="Filter"
          hiddenLabel
          type="search"
          placeholder="Part of a name"
          value={state.q}
          onChange={(q) => setState({ q })}
        />
      </search>
      <Card flush>
        {kind === "events" ? (
          <Table
            label="Events of the plan"
            rows={shownRows(plan.events, filter, ({ row }) => row.eventType)}
            rowKey={({ row }) => row.id}
            empty={none}
            columns={[
              { title: "Event", cell: name, width: "24%" },
              { title: "Last audit", cell: last, width: "34%" },
              { title: "Trigger", wide: true, cell: ({ row }) => <Trigger row={row} labels={labels} /> },
              { title: "Attributes", wide: true, right: true, cell: ({ row }) => row.attributes.length },
              ...edit<EventEntry>(),
            ]}
          />
        ) : (
          <Table
            label="Pages of the plan"
            rows={shownRows(plan.pages, filter, ({ row }) => `${row.pageType} ${row.path ?? ""}`)}
            rowKey={({ row }) => row.id}
            empty={none}
            columns={[
              { title: "Page", cell: name, width: "24%" },
              { title: "Last audit", cell: last, width: "34%" },
              {
                title: "Address",
                wide: true,
                cell: ({ row }) => row.path ?? scenarios.get(row.scenarioIds[0] ?? "") ?? "no scenario",
              },
              { title: "Attributes", wide: true, right: true, cell: ({ row }) => row.attributes.length },
              ...edit<PageEntry>(),
            ]}
          />
        )}
      </Card>
    </>
  );
}

function Name({ entry: { row, audit }, onProve }: { entry: EventEntry | PageEntry; onProve: (id: string) => void }) {
  return (
    <div className={styles.name}>
      {audit ? (
        <button type="button" className={styles.open} onClick={() => onProve(row.id)}>
          {row.label}
        </button>
      ) : (
        <strong>{row.label}</strong>
      )}
      <code>{"eventType" in row ? row.eventType : row.pageType}</code>
    </div>
  );
}

function Judged({ entry: { audit } }: { entry: EventEntry | PageEntry }) {
  const [first, ...others] = audit?.violations ?? [];
  return (
    <div className={styles.judged}>
      <Status {...auditLook(audit)} />
      {first && (
        <span className={styles.why}>
          {first.message}
          {others.length > 0 && ` And ${plural(others.length, "more violation")}.`}
        </span>
      )}
      {!first && audit?.reason && <span className={styles.why}>{audit.reason}</span>}
    </div>
  );
}

function Trigger({ row, labels }: { row: EventEntry["row"]; labels: ReadonlyMap<string, string> }) {
  const page = row.pageId === null ? null : labels.get(row.pageId);
  return (
    <div className={styles.name}>
      <span className={styles.trigger}>{triggerSentence(row.trigger)}</span>
      {page && <span className={styles.quiet}>{page}</span>}
    </div>
  );
}
