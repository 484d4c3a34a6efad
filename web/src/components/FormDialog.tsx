// Dialog with one form and one button, which stays open until its change is saved and shows why it was not.
import type { ComponentProps, FormEvent, KeyboardEvent, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { CHANGED, Dialog, HOLDS_DIALOG, NO_LOSS } from "./Dialog.tsx";
import { SaveProblem } from "./SaveProblem.tsx";

type Props = {
  title: string;
  /** Label of the button; without it, the form can only be read. */
  verb: string | null;
  kind?: "primary" | "danger";
  wide?: boolean;
  /** As `useSave`, `useEdits` or `useEditsOrDeletion` returns it. */
  save: {
    submit: () => void;
    isPending?: boolean;
    isChanged?: boolean;
    drop?: { submit: () => void; isPending: boolean };
  } & ComponentProps<typeof SaveProblem>;
  /** Whether it can be saved. */
  complete?: boolean;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
  /** Further buttons, after the main one. */
  beside?: ReactNode;
  /** Shown instead of the form, for an answer that must be read; null until it comes, and the dialog stays open while it is awaited. */
  answer?: ReactNode;
  children: ReactNode;
};

export function FormDialog({ title, verb, kind = "primary", wide, save, complete = true, ...rest }: Props) {
  const { onClose, onKeyDown, beside, answer, children } = rest;
  const { drop } = save;
  const holds = answer !== undefined && save.isPending;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's own keys submit even while the button is disabled.
    if (!save.isPending) save.submit();
  };
  return (
    <Dialog title={title} wide={wide} open onOpenChange={(open) => !open && onClose()}>
      {answer ?? (
        <form
          className="form"
          onSubmit={onSubmit}
          onKeyDown={onKeyDown}
          autoComplete="off"
          {...(kind === "danger" && NO_LOSS)}
          {...(holds && HOLDS_DIALOG)}
          {...(save.isChanged && CHANGED)}
        >
          {children}
          <SaveProblem error={save.error} again={save.again} onUse={save.onUse} />
          {verb !== null && (
            <div className="row">
              <Button kind={kind} type="submit" busy={save.isPending} disabled={!complete || drop?.isPending}>
                {verb}
              </Button>
              {drop && (
                <Button kind="danger" busy={drop.isPending} disabled={save.isPending} onClick={drop.submit}>
                  Delete
                </Button>
              )}
              {beside}
            </div>
          )}
        </form>
      )}
    </Dialog>
  );
}
