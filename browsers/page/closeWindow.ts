// Leaves a page as a visitor does who closes the window: its handlers run, and what they send is heard.

import { bounded, inTime } from "./inTime.ts";
import type { Visit } from "./visit.ts";

const CLOSE_MS = 5_000;
/** Chromium closes a page that takes longer than half a second over its handlers: one that answers in less has the time to run them. */
const PROMPT_MS = 100;

/**
 * For a script world of our own: after each of the page's handlers it says something, as what a session is told of requests
 * is sent on only with what it is told of scripts (checked in 156).
 */
export const LEAVING_SCRIPT = `(${sayAfterHandlers})();`;

function sayAfterHandlers(): void {
  const say = (): void => console.debug("left");
  addEventListener(
    "beforeunload",
    () => {
      // Only now, so that these come after the page's own.
      document.addEventListener("visibilitychange", say);
      for (const type of ["pagehide", "unload"]) addEventListener(type, say);
    },
    { once: true },
  );
}

/**
 * Of a document that another one replaces the browser reports nothing while it is unloaded, of one whose window is closed it
 * does, to a session with `Runtime.enable` where `LEAVING_SCRIPT` runs. Answers whether the window closed; a page may be too busy for it.
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

/** Waits until the page is no longer busy, asking for 5 s at most: on a machine with more to do than it can, its last requests would be lost. */
async function untilPrompt({ page, guard }: Pick<Visit, "page" | "guard">): Promise<void> {
  const until = performance.now() + CLOSE_MS;
  while (performance.now() < until && !page.isClosed()) {
    const answer = page.evaluate(() => 0);
    if (await inTime(guard, answer, PROMPT_MS)) return;
    await bounded(guard, answer, CLOSE_MS);
  }
}
