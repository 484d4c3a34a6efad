// Short messages at the edge of the window: what was done, with an undo button, or what failed and why.
import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "../lib/api.ts";
import styles from "./Toast.module.css";

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={6_000} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.place}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
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

export type Say = {
  /**
   * Reports what was done. `undo` adds a button that reverts it, or does what `verb` says. Of several messages with the same `id` only the
   * last is shown. Returns a function that closes the message.
   */
  say(text: string, undo?: () => unknown, id?: string, verb?: string): () => void;
  /** Reports an error. */
  failed(error: unknown): void;
};

export function useToast(): Say {
  const { add, close } = Toast.useToastManager();
  return {
    say: (text, undo, id, verb = "Undo") => {
      const away = () => close(shown);
      // Closes the message first, because a second press would undo a later change.
      const onClick = () => {
        away();
        undo?.();
      };
      const shown = add({
        title: text,
        type: "done",
        ...(id ? { id } : {}),
        ...(undo ? { actionProps: { children: verb, onClick } } : {}),
      });
      return away;
    },
    failed: (error) => {
      const id = error instanceof ApiError && error.status >= 500 ? ` (${error.requestId})` : "";
      add({
        title: "Something went wrong",
        description: (error instanceof Error ? error.message : String(error)) + id,
        type: "failed",
        priority: "high",
        timeout: 12_000,
      });
    },
  };
}
