// Measures how fast the page responds to a person who reviews thousands of results: the browser's own times from a key press to the next
// frame.
import type { Page } from "playwright";

/** The key presses of one round, which is repeated. */
const KEYS = ["j", "J", "z", "n", "v", "3", "1", "o", "a", "j", "x", "u", "e", "ArrowDown", "m", "[", "]", "]", "["];
const ROUNDS = 6;
const WORDS = "page 1";
/** The browser does not report shorter interactions; they count as this long. */
const MIN_MS = 16;
const PAUSE_MS = 120;

/** Returns the milliseconds of each interaction with the review at `address`, of a run with this many results. */
export async function measureInteractions(page: Page, address: string, results: number): Promise<number[]> {
  await page.addInitScript((shortest) => {
    const times = new Map<number, number>();
    Object.assign(globalThis, { interactions: times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
        if (interactionId > 0) times.set(interactionId, Math.max(duration, times.get(interactionId) ?? 0));
      }
    }).observe({ type: "event", durationThreshold: shortest } as PerformanceObserverInit);
  }, MIN_MS);
  const listed = page.waitForResponse(async (answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    if (!pathname.endsWith("/review") || searchParams.has("shots")) return false;
    return ((await answer.json()) as { nextCursor: string | null }).nextCursor === null;
  });
  await page.goto(address);
  await page.locator("[data-ready=true]").waitFor();
  await page.getByText(`of ${results} reviewed`).waitFor();
  await listed;
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  };
  for (let round = 0; round < ROUNDS; round++) for (const key of KEYS) await press(key);
  await page.keyboard.press("/");
  for (const letter of WORDS) await press(letter);
  for (let at = 0; at < WORDS.length; at++) await press("Backspace");
  const times = await page.evaluate(() => [
    ...(globalThis as unknown as { interactions: Map<number, number> }).interactions.values(),
  ]);
  return [...times, ...Array.from({ length: Math.max(0, presses - times.length) }, () => MIN_MS)];
}
