// Asks why a proposal is rejected.
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextArea } from "../../components/Field.tsx";
import styles from "./Functional.module.css";

export function RejectDialog({ onClose, onReject }: { onClose: () => void; onReject: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReject(reason.trim());
  };
  return (
    <Dialog title="Reject the proposal" open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label="Reason"
          required
          maxLength={500}
          value={reason}
          onChange={setReason}
          hint="Shown next to the proposal."
        />
        <Button kind="primary" type="submit" disabled={!reason.trim()}>
          Reject
        </Button>
      </form>
    </Dialog>
  );
}
