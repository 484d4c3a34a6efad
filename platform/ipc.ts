// Messages between a process and its child. Either may have ended a moment ago, which the other learns by its own event: what could not be
// told then needs not be known. Without a callback, Node would end the sender.
import type { ChildProcess } from "node:child_process";

/** Tells a child with a channel; nothing happens where it has ended. */
export function tellChild(child: ChildProcess, told: object): void {
  if (child.connected) child.send(told, () => undefined);
}

/** Tells the parent; nothing happens where there is none, or it has ended. */
export function tellParent(told: object): void {
  if (process.connected) process.send?.(told, undefined, undefined, () => undefined);
}
