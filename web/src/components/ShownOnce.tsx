// A secret that the service shows only once. Its dialog stays open until the person says that they have it.
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { HOLDS_DIALOG } from "./Dialog.tsx";
import styles from "./ShownOnce.module.css";

export function ShownOnce({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  return (
    <div className={styles.secret} {...HOLDS_DIALOG}>
      {children}
      <Button kind="primary" onClick={onDone}>
        I have it
      </Button>
    </div>
  );
}
