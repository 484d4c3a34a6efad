// Dialog with one form and one button, which stays open until its change is saved and shows why it was not.
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import styles from "./FormDialog.module.css";
import { SaveProblem } from "./SaveProblem.tsx";

type Props = {
  title: string;
  /** Label of the button. */
  verb: string;
  kind?: "primary" | "danger";
  /** As `useSave` or `useEdits` returns it. */
  save: { submit: () => void; isPending?: boolean } & ComponentProps<typeof SaveProblem>;
  /** Whether it can be saved. */
  complete?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ title, verb, kind = "primary", save, complete = true, onClose, children }: Props) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.submit();
  };
  return (
    <Dialog title={title} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={onSubmit} autoComplete="off">
        {children}
        <SaveProblem error={save.error} again={save.again} onUse={save.onUse} />
        <Button kind={kind} type="submit" busy={save.isPending} disabled={!complete}>
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}
