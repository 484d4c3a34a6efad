// Dialog with one form and one button, which stays open until its change is saved and shows why it was not.
import type { FormEvent, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import styles from "./FormDialog.module.css";
import { SaveProblem } from "./SaveProblem.tsx";

type Props = {
  title: string;
  /** Label of the button. */
  verb: string;
  kind?: "primary" | "danger";
  /** As `useSave` returns it. */
  save: { submit: (event: FormEvent) => void; isPending: boolean; error: Error | string | null | undefined };
  /** Whether it can be saved. */
  complete?: boolean;
  /** Shows the current version if somebody else was faster. */
  onUse?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Returns `save` for a change that is sent elsewhere. `refused`: why the last attempt failed. */
export const savedBy = (
  send: () => void,
  { busy = false, refused }: { busy?: boolean; refused?: Error | string | null },
): Props["save"] => ({
  submit: (event) => {
    event.preventDefault();
    send();
  },
  isPending: busy,
  error: refused,
});

export function FormDialog({ title, verb, kind = "primary", save, complete = true, onUse, onClose, children }: Props) {
  return (
    <Dialog title={title} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={save.submit} autoComplete="off">
        {children}
        <SaveProblem error={save.error} onUse={onUse} />
        <Button kind={kind} type="submit" busy={save.isPending} disabled={!complete}>
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}
