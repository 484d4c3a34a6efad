// Asks why a result is rejected, for whoever fixes it.
import { useState } from "react";
import { Cancel } from "../../components/Dialog.tsx";
import { TextArea } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { plural } from "../../lib/format.ts";
import type { Shot } from "./model.ts";

type Props = {
  shot: Shot;
  /** Number of screenshots affected. */
  count: number;
  /** Whether a decision is being saved; this one waits for it. */
  busy: boolean;
  onClose: () => void;
  onNote: (note: string) => void;
};

export function NoteDialog({ shot, count, busy, onClose, onNote }: Props) {
  // Later notes by somebody else do not overwrite what is being typed.
  const [note, setNote] = useState(shot.review?.note ?? "");
  const keep = () => {
    onNote(note.trim());
    onClose();
  };
  return (
    <FormDialog
      title={
        count > 1 ? `Reject ${shot.scenarioLabel}: ${plural(count, "screenshot")}` : `Reject ${shot.scenarioLabel}`
      }
      verb="Reject"
      save={{ submit: keep, isPending: busy }}
      beside={<Cancel />}
      onClose={onClose}
    >
      <TextArea
        label="Note"
        hint="The screenshot stays failed. The note is shown to whoever fixes it."
        value={note}
        onChange={setNote}
        maxLength={1_000}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (!event.repeat) event.currentTarget.form?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}
