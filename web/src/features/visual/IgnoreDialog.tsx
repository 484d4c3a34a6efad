// Asks how long exactly this difference is ignored, and why. Enter saves.
import { useState } from "react";
import { DEFAULT_IGNORE_END, IGNORE_END_NAMES, IGNORE_ENDS, type IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { Cancel } from "../../components/Dialog.tsx";
import { Select, TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { formatDate, plural } from "../../lib/format.ts";

type Props = {
  /** Number of screenshots affected. */
  count: number;
  /** Sentence that describes the difference. */
  what: string;
  /** Whether a decision is being saved; this one waits for it. */
  busy: boolean;
  onClose: () => void;
  onIgnore: (end: IgnoreEnd, note: string) => void;
};

const OPTIONS = IGNORE_END_NAMES.map((value) => ({ value, label: IGNORE_ENDS[value].label }));
const DAY_MS = 24 * 3_600_000;

function hintOf(end: IgnoreEnd): string {
  const { days } = IGNORE_ENDS[end];
  const until = days === null ? null : formatDate(new Date(Date.now() + days * DAY_MS).toISOString());
  const when = until ? `until ${until}` : end === "baseline" ? "while its baseline stays" : "until someone stops it";
  return `The same difference passes in later runs ${when}. The baseline stays; another or a larger change still fails.`;
}

export function IgnoreDialog({ count, what, busy, onClose, onIgnore }: Props) {
  const [end, setEnd] = useState<IgnoreEnd>(DEFAULT_IGNORE_END);
  const [note, setNote] = useState("");
  const [isAsked, setAsked] = useState(false);
  const lacksReason = IGNORE_ENDS[end].needsReason && note.trim() === "";
  const keep = () => {
    if (lacksReason) return setAsked(true);
    onIgnore(end, note.trim());
    onClose();
  };
  return (
    <FormDialog
      title={count > 1 ? `Ignore this change in ${plural(count, "screenshot")}` : "Ignore this change"}
      verb="Ignore change"
      save={{ submit: keep, isPending: busy }}
      // Enter saves from the select too.
      onKeyDown={({ key, repeat, target, currentTarget }) => {
        if (key === "Enter" && !repeat && target instanceof HTMLSelectElement) currentTarget.requestSubmit();
      }}
      beside={<Cancel />}
      onClose={onClose}
    >
      <p>{what}</p>
      <Select
        label="Ignore for"
        hint={hintOf(end)}
        value={end}
        onChange={(value) => setEnd(IGNORE_END_NAMES.find((one) => one === value) ?? DEFAULT_IGNORE_END)}
        options={OPTIONS}
      />
      <TextField
        label={IGNORE_ENDS[end].needsReason ? "Reason" : "Note (optional)"}
        value={note}
        onChange={setNote}
        maxLength={1_000}
        {...(isAsked && lacksReason ? { error: "Say why it can be ignored permanently." } : {})}
      />
    </FormDialog>
  );
}
