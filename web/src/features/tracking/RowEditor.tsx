// Form of one plan row. If somebody else changed the row in the meantime, it shows the change and lets the person choose.
import { type FormEvent, useState } from "react";
import type { AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Checkbox, TextField } from "../../components/Field.tsx";
import { intoView, SaveProblem } from "../../components/SaveProblem.tsx";
import { EmptyState } from "../../components/States.tsx";
import { useMay } from "../../lib/session.ts";
import { Attributes } from "./Attributes.tsx";
import { EventFields } from "./EventFields.tsx";
import { PageFields } from "./PageFields.tsx";
import {
  type Draft,
  draftOfEvent,
  draftOfPage,
  EMPTY_DRAFT,
  type EventEntry,
  eventOfDraft,
  idFor,
  type Kind,
  type PageEntry,
  pageOfDraft,
  problemOf,
} from "./plan.ts";
import styles from "./Tracking.module.css";
import { type Conflict, conflictOf, useDeleteRow, useSaveRow } from "./useRow.ts";

type Props = { project: string; plan: AppTracking; kind: Kind; id: string | null; onClose: () => void };

const draftOf = (kind: Kind, row: unknown): Draft =>
  kind === "events" ? draftOfEvent(row as EventEntry["row"]) : draftOfPage(row as PageEntry["row"]);

export function RowEditor(props: Props) {
  const { plan, kind, id, onClose } = props;
  // The row when the editor was opened, so that a refetch does not change what is being edited.
  const [opened] = useState(() => plan[kind].find(({ row }) => row.id === id) ?? null);
  const word = kind === "events" ? "event" : "page";
  return (
    <Dialog title={opened ? opened.row.label : `New ${word}`} open wide onOpenChange={(open) => !open && onClose()}>
      {id !== null && !opened ? (
        <EmptyState title={`No such ${word}`} text="It was deleted, or the address is wrong." />
      ) : (
        <Form {...props} opened={opened} />
      )}
    </Dialog>
  );
}

function Form({ project, plan, kind, onClose, opened }: Props & { opened: EventEntry | PageEntry | null }) {
  const { write } = useMay();
  const [draft, setDraft] = useState<Draft>(opened ? draftOf(kind, opened.row) : EMPTY_DRAFT);
  const [rev, setRev] = useState(opened?.rev ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveRow(project, kind, onClose);
  const drop = useDeleteRow(project, kind, onClose);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const id =
    opened?.row.id ??
    idFor(
      kind,
      draft.label,
      plan[kind].map(({ row }) => row.id),
    );
  const row = kind === "events" ? eventOfDraft(draft) : pageOfDraft(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(kind, draft);
    setProblem(found);
    if (!found) save.mutate({ id, rev, row });
  };
  const error = save.error ?? drop.error;
  const conflict = conflictOf(error);
  const Fields = kind === "events" ? EventFields : PageFields;
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.label}
        onChange={(label) => set({ label })}
        hint={`Id: ${id}`}
        autoFocus
      />
      <Fields draft={draft} set={set} plan={plan} />
      <Attributes attributes={draft.attributes} onChange={(attributes) => set({ attributes })} />
      <Checkbox
        label="No other attributes allowed"
        hint="Unplanned attributes fail instead of warn."
        checked={draft.closed}
        onChange={(closed) => set({ closed })}
      />
      {conflict ? (
        <Conflicting
          conflict={conflict}
          onTheirs={() => {
            if (conflict.now === null) return onClose();
            setDraft(draftOf(kind, conflict.now));
            setRev(conflict.rev);
            save.reset();
            drop.reset();
          }}
          onMine={() => {
            setRev(conflict.rev);
            drop.reset();
            save.mutate({ id, rev: conflict.rev, row });
          }}
        />
      ) : (
        <SaveProblem error={problem ?? error} />
      )}
      {write && (
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={save.isPending} disabled={conflict !== null}>
            Save
          </Button>
          {opened && (
            <Button
              kind="danger"
              busy={drop.isPending}
              disabled={conflict !== null}
              onClick={() => drop.mutate({ id, rev, row: withoutId(opened.row) })}
            >
              Delete
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

const withoutId = ({ id: _, ...row }: Record<string, unknown> & { id: string }): Record<string, unknown> => row;

type ConflictProps = { conflict: Conflict; onTheirs: () => void; onMine: () => void };

function Conflicting({ conflict: { message, now }, onTheirs, onMine }: ConflictProps) {
  return (
    <section role="alert" ref={intoView} className={styles.conflict}>
      <h3>Somebody else changed this</h3>
      <p>{message}</p>
      {now && (
        <details>
          <summary>Current version</summary>
          <pre>{JSON.stringify(now, null, 2)}</pre>
        </details>
      )}
      <div className={styles.buttons}>
        <Button onClick={onTheirs}>{now ? "Use current version" : "Leave deleted"}</Button>
        <Button onClick={onMine}>{now ? "Overwrite" : "Create again"}</Button>
      </div>
    </section>
  );
}
