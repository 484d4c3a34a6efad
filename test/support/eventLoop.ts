// Measures how long work blocks this thread's event loop, independent of how busy the machine is.
//
// `perf_hooks.monitorEventLoopDelay` measures wall time: while other processes of the suite use the cores, an idle loop is late by hundreds
// of milliseconds, and the figure says nothing about the code under test. So a timer with an interval of a few milliseconds reads the
// processor time of this thread alone (`process.threadCpuUsage`). The time the thread used between two ticks is the time it ran without
// letting the timer fire: the delay it would have had on an idle machine. Waiting is not counted, and neither are worker threads and
// processes; synchronous waiting (`Atomics.wait`, `execFileSync`) therefore goes undetected.
//
// The process of a test file has already run other files, and its heap holds their garbage: collecting it can take 100 ms or more at any
// moment. So it is collected before the watch begins, and full collections during the watch are not counted.
//
// Processor time is not a fixed measure either: with other processes running, the same work takes up to twice as much of it, because caches
// and the two threads of a core are shared. So tests in the whole suite allow more (`allowedBlockedMs`), which still distinguishes bounded
// work from work that grows with what a site sends; `npm run bench -- loop` checks the actual limit.
import { appendFileSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TIMEOUT_FACTOR } from "./timeoutFactor.ts";

/** Guaranteed limit: nothing that comes from a site or a request blocks one of our event loops for longer. */
export const MAX_BLOCKED_MS = 200;

/** Limit for tests: the guaranteed limit if nothing else runs, and two and a half times as much in the whole suite. */
export const allowedBlockedMs = MAX_BLOCKED_MS * Math.min(TIMEOUT_FACTOR, 2.5);

/** File to which each watch appends its result; `bench/loop` reads it. */
const RECORD = process.env.PLUMBLINE_TEST_HOLDS;

const EVERY_MS = 5;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

export type BlockedTime = {
  /** Longest processor time between two ticks, in ms, without full heap collections. */
  longestMs: number;
  /** All stretches of more than 50 ms, longest first, with the label that was set while they ran. */
  stretches: { ms: number; during: string }[];
  /** Longest delay in wall time, to help read a failure: it includes the time that other processes took. */
  clockMs: number;
};

export type EventLoopWatch = {
  /** Labels the work that runs from now on. */
  during(label: string): void;
  /** Ends the watch. Returns the same result if it has already ended. */
  stop(): BlockedTime;
};

/** Starts to watch the event loop of the calling thread. */
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

/** Records full heap collections from now on; `msWithin` returns their whole milliseconds within a period. */
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

/** Runs the work. Returns how long it blocked the event loop, and its result. */
export async function blockedTimeOf<T>(work: () => Promise<T> | T, label = ""): Promise<BlockedTime & { answer: T }> {
  const watch = watchEventLoop(label);
  try {
    // Let the timer fire once before the work begins, so that loading the test is not counted.
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS * 2));
    const answer = await work();
    return { ...watch.stop(), answer };
  } finally {
    watch.stop();
  }
}
