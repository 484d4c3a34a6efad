// The place of short messages at the edge of the window.
import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { messages, placed } from "../lib/toast.ts";
import styles from "./Toasts.module.css";

export function Toasts() {
  // Runs after the provider has subscribed to the messages.
  useEffect(placed, []);
  return (
    <Toast.Provider timeout={6_000} limit={4} toastManager={messages}>
      <Toast.Portal>
        <Toast.Viewport className={styles.place}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
      <div className={styles.words}>
        <Toast.Title className={styles.title} />
        <Toast.Description className={styles.text} />
      </div>
      {toast.actionProps && <Toast.Action className={styles.action} />}
      <Toast.Close className={styles.close} aria-label="Close">
        <X size={14} />
      </Toast.Close>
    </Toast.Root>
  ));
}
