// Leaves a page like a visitor who closes the window: its handlers run, and the requests they send are recorded.

import { bounded, inTime } from "./inTime.ts";
import type { Visit } from "./visit.ts";

const CLOSE_MS = 5_000;
/** Chromium closes a page whose handlers take longer than half a second. A page that responds within this time leaves them enough. */
const PROMPT_MS = 100;
/** One prompt answer can be luck. */
const PROMPT_ANSWERS = 3;

/**
 * For an isolated script world: logs a message after each of the page's handlers, because the browser forwards request events
 * to the session only together with script events (checked in Chromium 156).
 */
export const LEAVING_SCRIPT = `(${sayAfterHandlers})();`;

function sayAfterHandlers(): void {
  const say = (): void => console.debug("left");
  addEventListener(
    "beforeunload",
    () => {
      // Registered only when unloading starts, so that these run after the page's own.
      document.addEventListener("visibilitychange", say);
      for (const type of ["pagehide", "unload"]) addEventListener(type, say);
    },
    { once: true },
  );
}

/**
 * While a document is unloaded by navigation, the browser reports nothing; if its window is closed, it does, to a session with
 * `Runtime.enable` where `LEAVING_SCRIPT` runs. Returns whether the window closed; a page may be too busy to close.
 */
export async function closeWindow({ page, guard }: Pick<Visit, "page" | "guard">): Promise<boolean> {
  const closed = page.waitForEvent("close", { timeout: 0 }).then(
    () => true,
    () => page.isClosed(),
  );
  await untilPrompt({ page, guard });
  await bounded(guard, page.close({ runBeforeUnload: true }), CLOSE_MS);
  return (await bounded(guard, closed, CLOSE_MS)) ?? false;
}

/** Waits up to 5 s until the page is no longer busy: on an overloaded machine its last requests would be lost. */
async function untilPrompt({ page, guard }: Pick<Visit, "page" | "guard">): Promise<void> {
  const until = performance.now() + CLOSE_MS;
  for (let prompt = 0; prompt < PROMPT_ANSWERS && performance.now() < until && !page.isClosed(); ) {
    const answer = page.evaluate(() => 0);
    prompt = (await inTime(guard, answer, PROMPT_MS)) ? prompt + 1 : 0;
    if (prompt === 0) await bounded(guard, answer, CLOSE_MS);
  }
}
