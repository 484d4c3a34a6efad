// A one-time link, shown only once.
import { Button } from "../../components/Button.tsx";
import { Code } from "../../components/Code.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import styles from "./Organisation.module.css";

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
      <div className={styles.form}>
        <p>{text}</p>
        <Code text={link} />
        <Button kind="primary" onClick={onClose}>
          I have it
        </Button>
      </div>
    </Dialog>
  );
}
