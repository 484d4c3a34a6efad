// Checks the memory of running browsers while pages are open in them, and ends whatever uses too much.
import { judgeMemory, type MemoryLimits, readMemory } from "./memory.ts";
import { membersOf } from "./processes.ts";
import type { WarmBrowser } from "./warmBrowser.ts";

/** A page can allocate some 2 GB per second. */
const EVERY_MS = 250;
/** Processes come with pages. Membership is refreshed less often, because it reads all processes of the machine. */
const MEMBERS_EVERY = 4;

type Say = (level: "warn", message: string, data: Record<string, string | number>) => void;

/** Watches the browsers in the set until the returned function is called. Costs about 1 ms per second and browser. */
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
