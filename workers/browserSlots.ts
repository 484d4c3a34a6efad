// How much a worker's browsers do at once: up to a fixed number, more of it while all of them wait and the processors have nothing
// to do, and never more than the machine's memory has room for just now.
// The SDK's own resource-based slots are no help here: they shrink when the processor is busy, as it is whenever pages are drawn.
import { readFileSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from "@temporalio/worker";
import { idleShare } from "./idleShare.ts";

/** A page in a context of its own takes about 250 MB at its peak; the rest is for what else grows meanwhile. */
const ROOM_BYTES = 400_000_000;
/** A place that was given a moment ago has not taken its memory yet. */
const SETTLE_MS = 1_500;
const LOOK_MS = 500;
/** While so much of the processors is unused, what is under way only waits: for a server, or for time to pass. */
const IDLE_SHARE = 0.5;
/** One that waits may open two more pages later: an audit of privacy does. */
const ROOM_WHILE_IDLE = 3 * ROOM_BYTES;

export type BrowserSlotOptions = {
  /** So many, whatever the processors do. */
  most: number;
  /** So many while the processors are idle. As `most` when left out. */
  mostIdle?: number;
  /** Share of the processors that was unused since the last call. */
  idle?: () => number;
  /** Whether work waits for the host: it has opened no page yet, and will not be alone. */
  isWaiting?: () => boolean;
  /** Bytes that are free just now. */
  freeBytes?: () => number;
  now?: () => number;
  lookMs?: number;
};

/**
 * One is always given, so that a machine that is short of memory for good does its work one page after the other. Whoever waits
 * is served in order.
 */
export function browserSlots({
  most,
  mostIdle = most,
  idle = idleShare(),
  isWaiting = () => false,
  freeBytes = freeMemory,
  now = () => performance.now(),
  lookMs = LOOK_MS,
}: BrowserSlotOptions): CustomSlotSupplier<ActivitySlotInfo> {
  /** When each that is given was marked as used; null: its worker still asks for a task. */
  const given = new Map<SlotPermit, number | null>();
  const waiting: ((permit: SlotPermit) => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  const hasRoom = (): boolean => {
    if (given.size === 0) return true;
    const at = now();
    const fresh = [...given.values()].filter((used) => used === null || at - used < SETTLE_MS).length;
    if (given.size < most) return freeBytes() >= ROOM_BYTES * (fresh + 1);
    // One after the other, each once the one before has shown what it needs.
    if (given.size >= mostIdle || fresh > 0 || isWaiting()) return false;
    return idle() >= IDLE_SHARE && freeBytes() >= ROOM_WHILE_IDLE;
  };
  const take = (): SlotPermit | null => {
    if (!hasRoom()) return null;
    const permit: SlotPermit = {};
    given.set(permit, null);
    return permit;
  };
  const serve = (): void => {
    while (waiting.length > 0) {
      const permit = take();
      if (permit === null) break;
      waiting.shift()?.(permit);
    }
    if (waiting.length > 0 && timer === null && given.size < mostIdle) {
      // Memory and processors become free without a word.
      timer = setTimeout(() => {
        timer = null;
        serve();
      }, lookMs);
      timer.unref();
    }
  };

  return {
    type: "custom",
    reserveSlot: (_, signal) =>
      new Promise<SlotPermit>((resolve, reject) => {
        let own: SlotPermit | null = null;
        const give = (permit: SlotPermit) => {
          own = permit;
          resolve(permit);
        };
        // It comes too when a place was given and the worker had stopped waiting for it by then.
        const leave = () => {
          const at = waiting.indexOf(give);
          if (at !== -1) waiting.splice(at, 1);
          else if (own !== null && given.delete(own)) serve();
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", leave, { once: true });
        waiting.push(give);
        serve();
      }),
    tryReserveSlot: () => (waiting.length > 0 ? null : take()),
    markSlotUsed: ({ permit }) => void given.set(permit, now()),
    releaseSlot: ({ permit }) => {
      given.delete(permit);
      serve();
    },
  };
}

/** Of the machine, or of what its container may use; what the system keeps for files and gives back counts as free. */
export function freeMemory(): number {
  const machine = availableOnLinux() ?? freemem();
  const container = process.constrainedMemory();
  if (container <= 0 || container >= totalmem()) return machine;
  return Math.min(machine, process.availableMemory());
}

function availableOnLinux(): number | null {
  try {
    const kb = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
    return kb === undefined ? null : Number(kb) * 1_024;
  } catch {
    return null;
  }
}
