// A one-time link, shown only once.
import { Code } from "../../components/Code.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { ShownOnce } from "../../components/ShownOnce.tsx";

export function LinkOnce({
  title,
  text,
  link,
  onClose,
}: {
  title: string;
  text: string;
  link: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} open={link !== ""} onOpenChange={(open) => !open && onClose()}>
      <ShownOnce onDone={onClose}>
        <p>{text}</p>
        <Code text={link} />
      </ShownOnce>
    </Dialog>
  );
}
