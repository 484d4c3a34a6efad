// Streams of events to pages that are open: bounded in number, with a heartbeat, ended when the person may not see them any more.
import type { Response } from "express";
import { ProductError } from "../../domain/errors.ts";

const HEARTBEAT_MS = 15_000;
/** After a lost connection a browser waits so long. */
const RETRY_MS = 2_000;
const MAX_STREAMS = 500;
const MAX_OF_ONE = 30;
/** Of a page that reads nothing: its stream is cut, and it comes back for what it missed. */
const MAX_UNREAD = 256 * 1_024;

const open = new Map<Response, string>();

export type EventStream = {
  send(event: string, data: unknown, id: string): void;
  /** Asks now whether it is still allowed, and ends it where not. */
  askAgain(): void;
  end(): void;
};

/** Ends every stream of this process, so that it can stop; pages come back by themselves. */
export function endEventStreams(): void {
  for (const res of open.keys()) res.destroy();
}

export const countEventStreams = (): number => open.size;

export type EventStreamOptions = {
  /** Whose streams are counted together. */
  who: string;
  /** Asked at every heartbeat, and when something makes it doubtful. */
  stillAllowed(): Promise<boolean>;
  /** Called once, whoever ended it. */
  onEnd(): void;
  heartbeatMs?: number | undefined;
};

export function openEventStream(
  res: Response,
  { who, stillAllowed, onEnd, heartbeatMs = HEARTBEAT_MS }: EventStreamOptions,
): EventStream {
  const own = [...open.values()].filter((one) => one === who).length;
  if (open.size >= MAX_STREAMS || own >= MAX_OF_ONE)
    throw new ProductError(
      "rate_limit",
      "Too many pages listen at once: close some, or read /api/app/changes instead.",
      {
        retryAfterMs: HEARTBEAT_MS,
      },
    );
  open.set(res, who);
  res.status(200).set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  res.write(`retry: ${RETRY_MS}\n\n`);
  const ask = async () => {
    // What cannot be asked now is asked again at the next beat.
    const allowed = await stillAllowed().catch(() => true);
    // It was ended, and the page has not even read that since.
    if (res.writableEnded) return void res.destroy();
    if (allowed) res.write(": still here\n\n");
    else res.end('event: end\ndata: {"reason":"signed_out"}\n\n');
  };
  const beat = setInterval(() => void ask(), heartbeatMs).unref();
  res.once("close", () => {
    clearInterval(beat);
    open.delete(res);
    onEnd();
  });
  return {
    send(event, data, id) {
      if (res.destroyed || res.writableEnded) return;
      // JSON has no line breaks of its own, so one line of data is one event.
      res.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (res.writableLength > MAX_UNREAD) res.destroy();
    },
    askAgain: () => void ask(),
    end: () => res.destroy(),
  };
}
