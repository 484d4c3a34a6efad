// Messages between a process and its child. Either may have just ended, which the other learns from its own event, so an undeliverable
// message does not matter. Without a callback, Node would end the sender.
import type { ChildProcess } from "node:child_process";

/** Sends a message to a child with a channel; no-op if the child has ended. */
export function tellChild(child: ChildProcess, told: object): void {
  if (child.connected) child.send(told, () => undefined);
}

/** Sends a message to the parent; no-op if there is none, or it has ended. */
export function tellParent(told: object): void {
  if (process.connected) process.send?.(told, undefined, undefined, () => undefined);
}
