// Dialogs that snooze or accept problems, one or several.
import { type FormEvent, type ReactNode, useState } from "react";
import type { BodyAt } from "../../../api/endpoints/typedPath.ts";
import { dateIn, endOf } from "../lib/dates.ts";
import { formatDate, plural } from "../lib/format.ts";
import { Button } from "./Button.tsx";
import { DateField } from "./DateField.tsx";
import { Dialog } from "./Dialog.tsx";
import { Checkbox, TextArea } from "./Field.tsx";
import styles from "./ProblemDialogs.module.css";

type Body = BodyAt<"POST", "/api/problems/{id}">;
type Snooze = NonNullable<Body["snooze"]>;
type Accept = NonNullable<Body["accept"]>;

/** `refused`: why the last attempt was refused. */
type Common = { title: string; busy: boolean; refused?: string | null; onClose: () => void };

/** The service accepts dates within 366 days. */
const DATES = { min: dateIn(1), max: dateIn(365) } as const;
const SNOOZE_DAYS = 7;

type SnoozeProps = Common & {
  /** Number of places of the problem; without it, it can be snoozed until a date only. */
  placeCount?: number;
  /** `end`: words such as "until 31 Dec 2026". */
  onSnooze: (snooze: Snooze, end: string) => void;
};

export function SnoozeDialog({ placeCount, onSnooze, ...form }: SnoozeProps) {
  const [until, setUntil] = useState(dateIn(SNOOZE_DAYS));
  const [untilItSpreads, setUntilItSpreads] = useState(false);
  const [note, setNote] = useState("");
  const snooze: Snooze = {};
  if (until) snooze.until = endOf(until);
  if (untilItSpreads) snooze.untilItSpreads = true;
  if (note.trim()) snooze.note = note.trim();
  return (
    <FormDialog
      {...form}
      verb="Snooze"
      complete={until !== "" || untilItSpreads}
      onSubmit={() => onSnooze(snooze, snooze.until ? `until ${formatDate(snooze.until)}` : "until it spreads")}
    >
      <DateField
        label="Until"
        {...DATES}
        required={placeCount === undefined}
        value={until}
        onChange={setUntil}
        hint={placeCount === undefined ? undefined : "Leave empty for no date."}
      />
      {placeCount !== undefined && (
        <Checkbox
          label={`Until it is in more than ${plural(placeCount, "place")}`}
          checked={untilItSpreads}
          onChange={setUntilItSpreads}
        />
      )}
      <TextArea label="Note" maxLength={1_000} value={note} onChange={setNote} />
    </FormDialog>
  );
}

type AcceptProps = Common & {
  /** Preset end, in days, where an end date is required. */
  days?: number;
  /** What accepting means here. */
  children?: ReactNode;
  onAccept: (accept: Accept) => void;
};

export function AcceptDialog({ days, children, onAccept, ...form }: AcceptProps) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState(days === undefined ? "" : dateIn(days));
  const accept: Accept = { reason: reason.trim() };
  if (until) accept.until = endOf(until);
  return (
    <FormDialog
      {...form}
      verb="Accept"
      complete={reason.trim() !== "" && (days === undefined || until !== "")}
      onSubmit={() => onAccept(accept)}
    >
      {children}
      <TextArea
        label="Reason"
        required
        maxLength={1_000}
        value={reason}
        onChange={setReason}
        placeholder="Why this is acceptable, or who will fix it and when"
      />
      <DateField
        label="Until"
        {...DATES}
        required={days !== undefined}
        value={until}
        onChange={setUntil}
        hint={days === undefined ? "Leave empty for no end date." : undefined}
      />
    </FormDialog>
  );
}

type FormProps = Common & { verb: string; complete: boolean; onSubmit: () => void; children: ReactNode };

export function FormDialog({ title, verb, complete, busy, refused, onClose, onSubmit, children }: FormProps) {
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
