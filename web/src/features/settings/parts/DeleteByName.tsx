// Row button that deletes the row's object after its name has been typed.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { type Deleted, TypedConfirm } from "../../../components/TypedConfirm.tsx";

type Props<Seen> = Deleted<Seen> & {
  thing: "channel" | "environment" | "schedule" | "webhook";
  name: string;
  stale: string;
  /** What is deleted with it, and the alternative. */
  children: ReactNode;
};

export function DeleteByName<Seen>({ thing, name, children, ...change }: Props<Seen>) {
  const [open, setOpen] = useState(false);
  const title = `Delete ${name}`;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" kind="danger" onClick={() => setOpen(true)} aria-label={title}>
        Delete
      </Button>
      {open && (
        <TypedConfirm
          title={title}
          word={name}
          action={`Delete ${thing}`}
          {...change}
          say={`${name} deleted.`}
          onClose={close}
        >
          <p>{children}</p>
        </TypedConfirm>
      )}
    </>
  );
}
