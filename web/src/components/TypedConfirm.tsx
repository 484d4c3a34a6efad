// Confirmation of an irreversible action by typing a name.
import { type ReactNode, useState } from "react";
import { useSave } from "../lib/change.ts";
import type { Facts } from "../lib/edits.ts";
import { useSeen } from "../lib/useEdits.ts";
import { TextField } from "./Field.tsx";
import { FormDialog } from "./FormDialog.tsx";

export type Deleted<Seen> = {
  /** What is deleted, as the person sees it. */
  seen?: Seen;
  /** Returns what people see of it, in words: "Address" and its value. */
  factsOf?: (seen: Seen) => Facts;
  /** What the button does. If somebody else changed it first, the dialog says what, and `seen` is the current version the next time. */
  change: (seen: Seen) => Promise<unknown>;
};

type Props<Seen> = Deleted<Seen> & {
  title: string;
  /** The text to type. */
  word: string;
  /** Label of the button. */
  action: string;
  /** `stale` and `say` as in `useChange`. */
  stale: string;
  say: string;
  /** Called once it is done, even if the dialog was closed in the meantime. */
  onDone?: () => void;
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
};

export function TypedConfirm<Seen>({ seen, factsOf = () => ({}), change, stale, say, ...props }: Props<Seen>) {
  const { title, word, action, onDone, onClose, children } = props;
  const [typed, setTyped] = useState("");
  const { current, changes, follow } = useSeen(seen as Seen, factsOf);
  const send = async () => {
    await change(current);
    onDone?.();
  };
  const save = useSave(send, {
    stale,
    say,
    onSaved: onClose,
    onFailed: follow,
  });
  return (
    <FormDialog
      title={title}
      verb={action}
      kind="danger"
      save={{ ...save, again: `${changes} Confirm again to continue.`.trimStart() }}
      complete={typed === word}
      onClose={onClose}
    >
      <div>{children}</div>
      <TextField label={`Type ${word} to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
