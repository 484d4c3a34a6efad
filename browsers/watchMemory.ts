// Looks at the memory of running browsers while pages are at work in them, and ends what uses too much.
import { judgeMemory, type MemoryLimits, readMemory } from "./memory.ts";
import { membersOf } from "./processes.ts";
import type { WarmBrowser } from "./warmBrowser.ts";

/** A page can take some 2 GB a second. */
const EVERY_MS = 250;
/** Processes come with pages; who belongs to a browser is asked less often, as it means a look at all processes. */
const MEMBERS_EVERY = 4;

type Say = (level: "warn", message: string, data: Record<string, string | number>) => void;

/** Watches whatever is in the set until the answer is called. Costs about a millisecond a second for each browser. */
export function watchMemory(browsers: ReadonlySet<WarmBrowser>, limits: MemoryLimits, say: Say): () => void {
  let members = new Map<number, number[]>();
  let looks = 0;
  const look = (): void => {
    const busy = [...browsers].filter(({ openContexts }) => openContexts > 0);
    const leaders = busy.flatMap(({ launched }) => launched.pid ?? []);
    if (leaders.length === 0) return;
    if (looks % MEMBERS_EVERY === 0 || leaders.some((pid) => !members.has(pid))) members = membersOf(leaders);
    looks += 1;
    for (const browser of busy) judge(browser, members.get(browser.launched.pid ?? 0) ?? []);
  };
  const judge = (browser: WarmBrowser, pids: readonly number[]): void => {
    const { kind } = browser;
    const verdict = judgeMemory(readMemory(pids), limits);
    if (verdict.over === "nothing") return;
    const mb = Math.round(verdict.bytes / (1024 * 1024));
    if (verdict.over === "page") {
      say("warn", "a page used too much memory and was ended", { kind, mb });
      browser.endPageForMemory(verdict.pid, verdict.bytes);
    } else {
      say("warn", "a browser used too much memory and was ended", { kind, mb });
      browser.endForMemory(verdict.bytes);
    }
  };
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
