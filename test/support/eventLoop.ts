// How long this thread's event loop is held by work, distinguished from a machine that is busy with something else.
//
// perf_hooks.monitorEventLoopDelay measures wall time: while the suite's other processes have the cores, an idle loop is late by
// hundreds of milliseconds, and the figure says nothing about the code under test. So a timer of a few milliseconds reads the
// processor time of this thread alone (process.threadCpuUsage). What the thread used between two turns of the timer is what it
// did without letting the timer run: the delay that it would have had on a machine of its own. Waiting is not counted, nor are
// worker threads, nor processes; synchronous waiting (Atomics.wait, execFileSync) would therefore go unseen.
//
// The process of a test file has run others before, and its heap holds what they left: collecting that costs 100 ms and more at
// any moment. So it is collected before the watch begins, and full collections meanwhile are not counted.
//
// Processor time is no fixed measure either: beside other processes the same work takes up to twice as much of it, because
// caches and the two halves of a core are shared. So tests that run beside others allow more (`allowedBlockedMs`), which still
// tells work within bounds from work that grows with what a site sends, and `npm run bench -- loop` holds what is promised.
import { appendFileSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TIMEOUT_FACTOR } from "./timeoutFactor.ts";

/** What is promised: no event loop of ours is held longer by anything that comes from a site or a request. */
export const MAX_BLOCKED_MS = 200;

/** What a test allows: what is promised where nothing else runs, and two and a half times as much in the whole suite. */
export const allowedBlockedMs = MAX_BLOCKED_MS * Math.min(TIMEOUT_FACTOR, 2.5);

/** A file to which each watch adds a line of what it saw: `bench/loop` reads it. */
const RECORD = process.env.PLUMBLINE_TEST_HOLDS;

const EVERY_MS = 5;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export type BlockedTime = {
  /** Longest processor time between two turns, in ms, without full collections of the heap. */
  longestMs: number;
  /** All of more than 50 ms, longest first, with the label that was set while they ran. */
  stretches: { ms: number; during: string }[];
  /** Longest delay by the clock, for the reader of a failure: it includes what other processes took. */
  clockMs: number;
};

export type EventLoopWatch = {
  /** Names what runs from now on. */
  during(label: string): void;
  /** Ends the watch; answers the same again when it has ended. */
  stop(): BlockedTime;
};

/** Watches the event loop of the calling thread from now on. */
export function watchEventLoop(label = ""): EventLoopWatch {
  collectGarbage();
  const clock = monitorEventLoopDelay({ resolution: EVERY_MS });
  clock.enable();
  const collections = watchCollections();
  const long: (BlockedTime["stretches"][number] & { from: number; to: number })[] = [];
  let during = label;
  let shortMs = 0;
  let last = process.threadCpuUsage();
  let from = performance.now();
  const turn = (): void => {
    const used = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    const to = performance.now();
    const ms = Math.round((used.user + used.system) / 1_000);
    if (ms > 50) long.push({ ms, during, from, to });
    else shortMs = Math.max(shortMs, ms);
    from = to;
  };
  const timer = setInterval(turn, EVERY_MS);
  const end = (): BlockedTime => {
    turn();
    clearInterval(timer);
    clock.disable();
    collections.end();
    const stretches = long.map(({ ms, during, from, to }) => ({ ms: ms - collections.msWithin(from, to), during }));
    stretches.sort((a, b) => b.ms - a.ms);
    const longestMs = Math.max(shortMs, stretches[0]?.ms ?? 0);
    if (RECORD) appendFileSync(RECORD, `${JSON.stringify({ longestMs, during: stretches[0]?.during ?? label })}\n`);
    return { longestMs, stretches: stretches.slice(0, 20), clockMs: Math.round(clock.max / 1e6) };
  };
  let seen: BlockedTime | undefined;
  return {
    during(next) {
      turn();
      during = next;
    },
    stop: () => (seen ??= end()),
  };
}

/** Full collections of the heap from now on, whole ms of them in a stretch of time. */
function watchCollections(): { msWithin(from: number, to: number): number; end(): void } {
  const seen: { at: number; ms: number }[] = [];
  const note = (entries: PerformanceEntry[]): void => {
    for (const { startTime: at, duration: ms, detail } of entries as (PerformanceEntry & { detail: unknown })[])
      if ((detail as { kind?: number }).kind === constants.NODE_PERFORMANCE_GC_MAJOR) seen.push({ at, ms });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  return {
    msWithin: (from, to) =>
      Math.floor(seen.reduce((sum, { at, ms }) => (at >= from && at + ms <= to ? sum + ms : sum), 0)),
    end() {
      note(observer.takeRecords());
      observer.disconnect();
    },
  };
}

/** Runs the work and answers how it held the event loop, with what it came to. */
export async function blockedTimeOf<T>(work: () => Promise<T> | T, label = ""): Promise<BlockedTime & { answer: T }> {
  const watch = watchEventLoop(label);
  try {
    // The timer has turned once before the work begins, so that the loading of the test is not counted.
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS * 2));
    const answer = await work();
    return { ...watch.stop(), answer };
  } finally {
    watch.stop();
  }
}
