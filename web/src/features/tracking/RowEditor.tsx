// Form of one plan row.
import { useState } from "react";
import type { AppTracking } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Dialog } from "../../components/Dialog.tsx";
import { Checkbox, TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { EmptyState } from "../../components/States.tsx";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useEditsOrDeletion } from "../../lib/useEdits.ts";
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
import { CALLS } from "./rowCalls.ts";

type Props = { project: string; plan: AppTracking; kind: Kind; id: string | null; onClose: () => void };

const WORD = { events: "event", pages: "page" } as const;
const draftOf = (kind: Kind, row: unknown): Draft =>
  kind === "events" ? draftOfEvent(row as EventEntry["row"]) : draftOfPage(row as PageEntry["row"]);

export function RowEditor(props: Props) {
  const { plan, kind, id, onClose } = props;
  // The row when the editor was opened, so that a refetch does not change what is being edited.
  const [opened] = useState(() => plan[kind].find(({ row }) => row.id === id) ?? null);
  const word = WORD[kind];
  if (id === null || opened) return <Form {...props} opened={opened} />;
  return (
    <Dialog title={`New ${word}`} open wide onOpenChange={(open) => !open && onClose()}>
      <EmptyState title={`No such ${word}`} text="It was deleted, or the address is wrong." />
    </Dialog>
  );
}

/** `row`: null if there is none. */
type Stored = { row: EventEntry["row"] | PageEntry["row"] | null; rev: string };
const NONE: Stored = { row: null, rev: "" };

function Form({ project, plan, kind, onClose, opened }: Props & { opened: Stored | null }) {
  const { write } = useMay();
  // Of a deleted row the form keeps the fields, so that it can be created again.
  const fieldsOf = ({ row = null }: Stored): Draft => {
    const shown = row ?? opened?.row;
    return shown ? draftOf(kind, shown) : EMPTY_DRAFT;
  };
  // A new row keeps its id when somebody else has created it meanwhile, so that saving again is about that row.
  const idOf = (stored: Stored, { label }: Draft): string =>
    opened?.row?.id ??
    idFor(
      kind,
      label,
      plan[kind].map(({ row }) => row.id).filter((id) => id !== stored.row?.id),
    );
  const {
    stored,
    fields: draft,
    set,
    save,
  } = useEditsOrDeletion(
    opened ?? NONE,
    fieldsOf,
    async ({ stored, fields }) => {
      const problem = problemOf(kind, fields);
      if (problem !== null) throw new Error(problem);
      const row = kind === "events" ? eventOfDraft(fields) : pageOfDraft(fields);
      const id = idOf(stored, fields);
      const saved = await CALLS[kind].save(project, id, { rev: id === stored.row?.id ? stored.rev : "", row });
      for (const warning of saved.warnings.slice(0, 3)) toast.say(warning);
      return saved;
    },
    {
      isThere: ({ row }) => opened !== null && row !== null,
      send: ({ row, rev }) => CALLS[kind].drop(project, row?.id ?? "", rev),
      restore: async ({ row }) => {
        const { id = "", ...before } = row ?? {};
        return CALLS[kind].save(project, id, { rev: "", row: before });
      },
      say: ({ row }) => `${row?.label} is deleted.`,
    },
    {
      stale: "tracking",
      say: ({ change }) =>
        change === "unchanged" ? "Nothing was changed." : change === "created" ? "Added." : "Saved.",
      onSaved: onClose,
    },
  );
  const Fields = kind === "events" ? EventFields : PageFields;
  return (
    <FormDialog
      title={opened?.row?.label ?? `New ${WORD[kind]}`}
      wide
      verb={write ? "Save" : null}
      save={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.label}
        onChange={(label) => set({ label })}
        hint={`Id: ${idOf(stored, draft)}`}
      />
      <Fields draft={draft} set={set} plan={plan} />
      <Attributes attributes={draft.attributes} onChange={(attributes) => set({ attributes })} />
      <Checkbox
        label="No other attributes allowed"
        hint="Unplanned attributes fail instead of warn."
        checked={draft.closed}
        onChange={(closed) => set({ closed })}
      />
    </FormDialog>
  );
}
