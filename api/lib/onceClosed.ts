// What to do when a caller disconnects.
import type { Response } from "express";

/** Calls `left` when the connection closes, or at once if it already has: then no event follows. */
export function onceClosed(res: Response, left: () => void): void {
  if (res.closed) left();
  else res.once("close", left);
}

/** Returns a signal that aborts when the caller disconnects. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  onceClosed(res, () => gone.abort());
  return gone.signal;
}
