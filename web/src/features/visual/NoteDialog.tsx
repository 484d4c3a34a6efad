// Asks why a result is rejected, for whoever fixes it.
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextArea } from "../../components/Field.tsx";
import { plural } from "../../lib/format.ts";
import type { Shot } from "./model.ts";
import styles from "./Review.module.css";

type Props = {
  open: boolean;
  shot: Shot;
  /** Number of screenshots affected. */
  count: number;
  /** Whether a decision is being saved; this one waits for it. */
  busy: boolean;
  onClose: () => void;
  onNote: (note: string) => void;
};

export function NoteDialog({ open, shot, count, busy, onClose, onNote }: Props) {
  const [note, setNote] = useState("");
  const stored = useRef("");
  stored.current = shot.review?.note ?? "";
  // Only when the dialog opens, so that a note by somebody else does not overwrite what is being typed.
  useEffect(() => {
    if (open) setNote(stored.current);
  }, [open]);
  const keep = () => {
    if (busy) return;
    onNote(note.trim());
    onClose();
  };
  return (
    <Dialog
      title={
        count > 1 ? `Reject ${shot.scenarioLabel}: ${plural(count, "screenshot")}` : `Reject ${shot.scenarioLabel}`
      }
      open={open}
      onOpenChange={(now) => !now && onClose()}
    >
      <form
        className={styles.note}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
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
            if (!event.repeat) keep();
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" busy={busy}>
            Reject
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
