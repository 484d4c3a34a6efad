// Confirmation of an irreversible action by typing a name.
import { type ReactNode, useState } from "react";
import { useSave } from "../lib/change.ts";
import { TextField } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";

type Props = {
  title: string;
  /** The text to type. */
  word: string;
  /** Label of the button. */
  action: string;
  /** What the button does; `stale` and `say` as in `useChange`. */
  change: () => Promise<unknown>;
  stale: string;
  say: string;
  /** Called once it is done, even if the dialog was closed in the meantime. */
  onDone?: () => void;
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
};

export function TypedConfirm({ title, word, action, change, stale, say, onDone, onClose, children }: Props) {
  const [typed, setTyped] = useState("");
  const send = async () => {
    await change();
    onDone?.();
  };
  const save = useSave(send, { stale, say, onSaved: onClose });
  return (
    <FormDialog title={title} verb={action} kind="danger" save={save} complete={typed === word} onClose={onClose}>
      <div>{children}</div>
      <TextField label={`Type ${word} to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
