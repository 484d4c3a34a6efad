// Dialogs that snooze or accept problems, one or several.
import { type ReactNode, useState } from "react";
import type { BodyAt } from "../../../api/endpoints/typedPath.ts";
import { dateIn, endOf } from "../lib/dates.ts";
import { formatDate, plural } from "../lib/format.ts";
import { DateField } from "./DateField.tsx";
import { Checkbox, TextArea } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";

type Body = BodyAt<"POST", "/api/problems/{id}">;
type Snooze = NonNullable<Body["snooze"]>;
type Accept = NonNullable<Body["accept"]>;

/** `error`: why the last attempt was refused. */
type Common = { title: string; isPending: boolean; error?: Error | string | null; onClose: () => void };

/** The service accepts dates within 366 days. */
const DATES = { min: dateIn(1), max: dateIn(365) } as const;
const SNOOZE_DAYS = 7;

type SnoozeProps = Common & {
  /** Number of places of the problem; without it, it can be snoozed until a date only. */
  placeCount?: number;
  /** `end`: words such as "until 31 Dec 2026". */
  onSnooze: (snooze: Snooze, end: string) => void;
};

export function SnoozeDialog({ title, placeCount, onSnooze, onClose, ...state }: SnoozeProps) {
  const [until, setUntil] = useState(dateIn(SNOOZE_DAYS));
  const [untilItSpreads, setUntilItSpreads] = useState(false);
  const [note, setNote] = useState("");
  const snooze: Snooze = {};
  if (until) snooze.until = endOf(until);
  if (untilItSpreads) snooze.untilItSpreads = true;
  if (note.trim()) snooze.note = note.trim();
  return (
    <FormDialog
      title={title}
      verb="Snooze"
      complete={until !== "" || untilItSpreads}
      save={{
        ...state,
        submit: () => onSnooze(snooze, snooze.until ? `until ${formatDate(snooze.until)}` : "until it spreads"),
      }}
      onClose={onClose}
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

export function AcceptDialog({ title, days, children, onAccept, onClose, ...state }: AcceptProps) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState(days === undefined ? "" : dateIn(days));
  const accept: Accept = { reason: reason.trim() };
  if (until) accept.until = endOf(until);
  return (
    <FormDialog
      title={title}
      verb="Accept"
      complete={reason.trim() !== "" && (days === undefined || until !== "")}
      save={{ ...state, submit: () => onAccept(accept) }}
      onClose={onClose}
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
