// Side pane next to the picture; on a narrow screen it overlays the picture while open.
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../components/IconButton.tsx";
import styles from "./Review.module.css";

type Props = { which: "list" | "panel"; label: string; open: boolean; onClose: () => void; children: ReactNode };

export function Side({ which, label, open, onClose, children }: Props) {
  const close = useRef<HTMLElement>(null);
  useEffect(() => {
    const side = close.current?.closest("aside");
    // Whatever opened the pane may already have focused a field in it.
    if (open && !side?.contains(document.activeElement)) close.current?.querySelector("button")?.focus();
  }, [open]);
  return (
    <aside
      className={which === "list" ? styles.left : styles.right}
      aria-label={label}
      data-pane={which}
      data-open={open || undefined}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <span className={styles.closer} ref={close}>
        <IconButton label={`Close ${label.toLowerCase()}`} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </span>
      {children}
    </aside>
  );
}
