// Keeps oversized browser messages caused by a page away from Playwright, which parses each in one go: `console.log` of 90 MB blocks
// the event loop of the whole worker for half a second. Chromium only: its messages arrive through a pipe, each terminated by a zero byte.
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Browser } from "playwright";

export type MessageLimits = {
  /** Maximum bytes of an event. Pages may put several megabytes into an address (an image in a data: URL). */
  event: number;
  /** Maximum bytes of a response. What the service requests from a page is bounded by the caller, but a malicious page may return more. */
  answer: number;
};

const LIMITS: MessageLimits = { event: 8 * 1024 * 1024, answer: 24 * 1024 * 1024 };

const EVENT = /^\{"method":/;
/** A screenshot is as large as its page, but plain ASCII and quick to parse, and the page does not control its text. */
const PICTURE = /^\{"id":\d+,"result":\{"data":"/;
const HEAD_BYTES = 100;
const TAIL_BYTES = 200;

/**
 * Takes chunks of bytes and passes them on message by message. An oversized event is dropped; an oversized response is replaced
 * by an error with the same id, because a caller waits for it.
 */
export function limitMessages(
  forward: (bytes: Buffer) => void,
  limits: MessageLimits = LIMITS,
): (bytes: Buffer) => void {
  let held: Buffer[] = [];
  let size = 0;
  let head = "";
  let tail = "";
  let most = 0;

  const hold = (bytes: Buffer): void => {
    if (head.length < HEAD_BYTES) {
      head += bytes.toString("latin1", 0, HEAD_BYTES);
      most = EVENT.test(head) ? limits.event : PICTURE.test(head) ? Number.POSITIVE_INFINITY : limits.answer;
    }
    size += bytes.length;
    if (size <= most) held.push(bytes);
    else {
      held = [];
      tail = (tail + bytes.toString("latin1", Math.max(0, bytes.length - TAIL_BYTES))).slice(-TAIL_BYTES);
    }
  };
  const release = (): void => {
    if (size <= most) for (const bytes of held) forward(bytes);
    else {
      const id = /^\{"id":(\d+)/.exec(head)?.[1];
      const session = /"sessionId":"(\w+)"\}\0$/.exec(tail)?.[1];
      const error = { code: -32_000, message: "The page's answer is too large." };
      const answer = { id: Number(id), error, ...(session === undefined ? {} : { sessionId: session }) };
      if (id !== undefined) forward(Buffer.from(`${JSON.stringify(answer)}\0`));
    }
    held = [];
    size = 0;
    head = "";
    tail = "";
  };

  return (bytes) => {
    let from = 0;
    if (size > 0) {
      const end = bytes.indexOf(0);
      if (end < 0) return hold(bytes);
      hold(bytes.subarray(0, end + 1));
      release();
      from = end + 1;
    }
    // Whole messages within one chunk are small.
    const last = bytes.lastIndexOf(0) + 1;
    if (last > from) forward(bytes.subarray(from, last));
    if (last < bytes.length) hold(bytes.subarray(Math.max(from, last)));
  };
}

/** Playwright has no option for this; a test verifies that the pipe is still found. */
type Internals = {
  _connection?: {
    toImpl?(browser: Browser): { options?: { browserProcess?: { process?: ChildProcess } } } | undefined;
  };
};

/** Inserts the limit between the browser's pipe and Playwright. Returns false if the pipe was not found. */
export function limitMessagesOf(browser: Browser): boolean {
  const inner = (browser as Browser & Internals)._connection?.toImpl?.(browser);
  const pipe = inner?.options?.browserProcess?.process?.stdio[4] as Readable | null | undefined;
  const readers = pipe?.listeners("data") ?? [];
  if (!pipe || readers.length === 0) return false;
  const forward = (bytes: Buffer): void => {
    for (const read of readers) read.call(pipe, bytes);
  };
  pipe.removeAllListeners("data");
  pipe.on("data", limitMessages(forward));
  return true;
}
