// What is laid over the page: a dialog in the middle, a sheet at the side.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Dialog.module.css";

type Props = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  /** `full`: as large as the window has room for. */
  wide?: boolean | "full";
};

function Over({ shape, title, open, onOpenChange, children }: Props & { shape: string }) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={shape}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <X size={16} />
            </Base.Close>
          </header>
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function Dialog(props: Props) {
  return (
    <Over
      {...props}
      shape={[styles.dialog, props.wide && styles.wide, props.wide === "full" && styles.full].filter(Boolean).join(" ")}
    />
  );
}

export function Sheet(props: Props) {
  return <Over {...props} shape={styles.sheet ?? ""} />;
}
