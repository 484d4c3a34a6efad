// Row button that deletes the row's object after its name has been typed.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { TypedConfirm } from "../../../components/TypedConfirm.tsx";

type Props = {
  thing: "channel" | "schedule" | "webhook";
  name: string;
  change: () => Promise<unknown>;
  stale: string;
  /** What is deleted with it, and the alternative. */
  children: ReactNode;
};

export function DeleteByName({ thing, name, children, ...change }: Props) {
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
