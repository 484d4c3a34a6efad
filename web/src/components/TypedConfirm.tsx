// Confirmation of an irreversible action by typing a name.
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { TextField } from "./Field.tsx";
import styles from "./TypedConfirm.module.css";

type Props = {
  title: string;
  /** The text to type. */
  word: string;
  /** Label of the button. */
  action: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
};

export function TypedConfirm({ title, word, action, busy, onConfirm, onClose, children }: Props) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === word) onConfirm();
  };
  return (
    <Dialog title={title} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <div>{children}</div>
        <TextField label={`Type ${word} to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
        <Button kind="danger" type="submit" busy={busy} disabled={typed !== word}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
