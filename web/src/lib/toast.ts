// Short messages at the edge of the window: what was done, with an undo button, or what failed and why.
import { Toast } from "@base-ui/react/toast";
import { errorText } from "./api.ts";

/** For their place on the page (`Toasts`), which is loaded after the first screen. */
export const messages = Toast.createToastManager();
const { promise: place, resolve: placed } = Promise.withResolvers<void>();

export { placed };

let count = 0;

export const toast = {
  /**
   * Reports what was done. `undo` adds a button that reverts it, or does what `verb` says. Of several messages with the same `id` only the
   * last is shown. Returns a function that closes the message.
   */
  say(text: string, undo?: () => unknown, id = `message ${count++}`, verb = "Undo"): () => void {
    const away = () => void place.then(() => messages.close(id));
    // Closes the message first, because a second press would undo a later change.
    const onClick = () => {
      away();
      undo?.();
    };
    const action = undo && { actionProps: { children: verb, onClick } };
    void place.then(() => messages.add({ id, title: text, type: "done", ...action }));
    return away;
  },
  /** Closes all messages. */
  clear(): void {
    void place.then(() => messages.close());
  },
  /** Reports an error. */
  failed(error: unknown): void {
    void place.then(() =>
      messages.add({
        title: "Something went wrong",
        description: errorText(error),
        type: "failed",
        priority: "high",
        timeout: 12_000,
      }),
    );
  },
};
