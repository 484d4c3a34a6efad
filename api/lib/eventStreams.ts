// Event streams to open pages: limited in number, with a heartbeat, ended when the person loses access.
import type { Response } from "express";
import { ProductError } from "../../domain/errors.ts";
import { onceClosed } from "./onceClosed.ts";

const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it reconnects. */
const RETRY_MS = 2_000;
const MAX_STREAMS = 500;
const MAX_OF_ONE = 30;
/** Maximum buffered bytes per stream. A page that does not read is disconnected; it catches up when it reconnects. */
const MAX_UNREAD = 256 * 1_024;

const open = new Map<Response, string>();

export type EventStream = {
  send(event: string, data: unknown, id: string): void;
  /** Checks immediately whether access is still allowed, and ends the stream if not. */
  askAgain(): void;
  end(): void;
};

/** Ends every stream of this process so that it can stop; pages reconnect automatically. */
export function endEventStreams(): void {
  for (const res of open.keys()) res.destroy();
}

export const countEventStreams = (): number => open.size;

export type EventStreamOptions = {
  /** Streams with the same value count together against the limit. */
  who: string;
  /** Called at every heartbeat, and when access may have changed. */
  stillAllowed(): Promise<boolean>;
  /** Called once when the stream ends, regardless of who ended it. */
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
      "Too many pages listen at the same time: close some, or read /api/app/changes instead.",
      {
        retryAfterMs: HEARTBEAT_MS,
      },
    );
  res.status(200).set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
  res.write(`retry: ${RETRY_MS}\n\n`);
  const ask = async () => {
    // If the check fails, it is repeated at the next heartbeat.
    const allowed = await stillAllowed().catch(() => true);
    // The stream was ended, but the page still has not read the end.
    if (res.writableEnded) return void res.destroy();
    if (allowed) res.write(": still here\n\n");
    else res.end('event: end\ndata: {"reason":"signed_out"}\n\n');
  };
  const beat = setInterval(() => void ask(), heartbeatMs).unref();
  open.set(res, who);
  onceClosed(res, () => {
    clearInterval(beat);
    open.delete(res);
    onEnd();
  });
  return {
    send(event, data, id) {
      if (res.destroyed || res.writableEnded) return;
      // JSON.stringify emits no line breaks, so an event is always one line of data.
      res.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (res.writableLength > MAX_UNREAD) res.destroy();
    },
    askAgain: () => void ask(),
    end: () => res.destroy(),
  };
}
