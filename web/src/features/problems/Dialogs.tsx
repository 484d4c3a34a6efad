// Dialogs of a problem: snooze, accept, ticket.
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { DateField } from "../../components/DateField.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Checkbox, TextArea, TextField } from "../../components/Field.tsx";
import { dateIn, endOf } from "../../lib/dates.ts";
import { formatDate, plural } from "../../lib/format.ts";
import type { Problem } from "../../lib/problems.ts";
import styles from "./Problems.module.css";
import type { Change } from "./useProblemChange.ts";

type Props = {
  problem: Problem;
  busy: boolean;
  /** Why the last attempt was refused. */
  refused: string | null;
  onClose: () => void;
  /** `said`: what was done, as a sentence. */
  onChange: (change: Change, said: string) => void;
};

/** The service accepts dates within 366 days. */
const DATES = { min: dateIn(1), max: dateIn(365) } as const;
const SNOOZE_DAYS = 7;

export function SnoozeDialog({ problem: { placeCount }, onChange, ...form }: Props) {
  const [until, setUntil] = useState(dateIn(SNOOZE_DAYS));
  const [untilItSpreads, setUntilItSpreads] = useState(false);
  const [note, setNote] = useState("");
  const snooze: NonNullable<Change["snooze"]> = {};
  if (until) snooze.until = endOf(until);
  if (untilItSpreads) snooze.untilItSpreads = true;
  if (note.trim()) snooze.note = note.trim();
  const said = until ? `Snoozed until ${formatDate(endOf(until))}.` : "Snoozed until it spreads.";
  return (
    <FormDialog
      {...form}
      title="Snooze problem"
      verb="Snooze"
      complete={until !== "" || untilItSpreads}
      onSubmit={() => onChange({ snooze }, said)}
    >
      <DateField label="Until" {...DATES} value={until} onChange={setUntil} hint="Leave empty for no date." />
      <Checkbox
        label={`Until it is in more than ${plural(placeCount, "place")}`}
        checked={untilItSpreads}
        onChange={setUntilItSpreads}
      />
      <TextArea label="Note" maxLength={1_000} value={note} onChange={setNote} />
    </FormDialog>
  );
}

export function AcceptDialog({ onChange, ...form }: Props) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const accept: NonNullable<Change["accept"]> = { reason: reason.trim() };
  if (until) accept.until = endOf(until);
  return (
    <FormDialog
      {...form}
      title="Accept problem"
      verb="Accept"
      complete={reason.trim() !== ""}
      onSubmit={() => onChange({ accept }, "Problem accepted.")}
    >
      <TextArea label="Reason" required maxLength={1_000} value={reason} onChange={setReason} />
      <DateField label="Until" {...DATES} value={until} onChange={setUntil} hint="Leave empty for no end date." />
    </FormDialog>
  );
}

export function TicketDialog({ problem, onChange, ...form }: Props) {
  const [ticket, setTicket] = useState(problem.ticket ?? "");
  const named = ticket.trim() || null;
  return (
    <FormDialog
      {...form}
      title="Ticket of the problem"
      verb="Save"
      complete={named !== problem.ticket}
      onSubmit={() => onChange({ ticket: named }, named ? "Ticket saved." : "Ticket removed.")}
    >
      <TextField
        label="Ticket"
        maxLength={500}
        value={ticket}
        onChange={setTicket}
        hint="A key such as SHOP-12, or an address. Leave empty for none."
      />
    </FormDialog>
  );
}

type FormProps = Omit<Props, "problem" | "onChange"> & {
  title: string;
  verb: string;
  complete: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

function FormDialog({ title, verb, complete, busy, refused, onClose, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        {children}
        {refused && (
          <p role="alert" className={styles.refused}>
            {refused}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy} disabled={!complete}>
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}
