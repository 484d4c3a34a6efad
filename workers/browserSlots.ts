// Limits how many browser activities a worker runs at the same time: a fixed number of slots, more while the running ones only wait and the
// processors are idle, and never more than fit into free memory.
// The SDK's resource-based slots are unsuitable: they shrink while the processor is busy, which it is whenever pages are rendered.
import { readFileSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from "@temporalio/worker";
import { idleShare } from "./idleShare.ts";

/** Memory per slot: a page in its own browser context takes about 250 MB at its peak; the rest is for anything else that grows at the same time. */
const ROOM_BYTES = 400_000_000;
/** How long a new slot is assumed not to have taken up its memory yet. */
const SETTLE_MS = 1_500;
const LOOK_MS = 500;
/** Idle share of the processors from which the running activities are assumed to be only waiting, for a server or for time to pass. */
const IDLE_SHARE = 0.5;
/** A waiting activity may open two more pages later, as a privacy audit does. */
const ROOM_WHILE_IDLE = 3 * ROOM_BYTES;

export type BrowserSlotOptions = {
  /** Number of slots regardless of processor load. */
  most: number;
  /** Number of slots while the processors are idle; `most` by default. */
  mostIdle?: number;
  /** Returns the share of the processors that was idle since the last call. */
  idle?: () => number;
  /** Whether an activity is waiting for exclusive use of the host; it has not opened a page yet. */
  isWaiting?: () => boolean;
  /** Returns the number of free bytes. */
  freeBytes?: () => number;
  now?: () => number;
  lookMs?: number;
};

/**
 * Creates the slot supplier. At least one slot is always granted, so a machine that is permanently short of memory still makes progress.
 * Waiting requests are served in order.
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
  /** When each granted slot was marked as used; null while its worker is still polling for a task. */
  const given = new Map<SlotPermit, number | null>();
  const waiting: ((permit: SlotPermit) => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  const hasRoom = (): boolean => {
    if (given.size === 0) return true;
    const at = now();
    const fresh = [...given.values()].filter((used) => used === null || at - used < SETTLE_MS).length;
    if (given.size < most) return freeBytes() >= ROOM_BYTES * (fresh + 1);
    // Extra slots are granted one at a time, after the previous activity has shown how much it needs.
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
      // Nothing notifies us when memory or processors become free, so poll.
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
        // Also called if a slot was granted after the worker had stopped waiting for it.
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

/** Returns the free memory of the machine, or of the container's limit. Reclaimable file cache counts as free. */
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
