// How long the page takes to answer a person who reviews thousands of results: the browser's own times from a key to the next frame.
import type { Page, Route } from "playwright";
import type { AppDecided, AppReview } from "../../api/endpoints/answers/app/review.ts";

/** What a person does, in the order in which it is done again and again. */
const KEYS = ["j", "J", "z", "n", "v", "3", "1", "o", "a", "j", "x", "u", "e", "ArrowDown", "m", "[", "]", "]", "["];
const ROUNDS = 6;
const WORDS = "page 1";
/** The browser tells of no shorter ones; they count as this long. */
const SHORTEST_MS = 16;
const PAUSE_MS = 120;

const PATH = /\/api\/app\/runs\/[^/]+\/review$/;
const MARK = "~";
/** The id of the result that stands for it. */
const original = (id: string): string => id.split(MARK)[0] ?? id;

/** Milliseconds of each interaction with the review at `address`, whose results stand for `results` of them. */
export async function measureInteractions(page: Page, address: string, results: number): Promise<number[]> {
  await page.route(
    (url) => PATH.test(url.pathname),
    (route) => multiplied(route, results),
  );
  await page.addInitScript((shortest) => {
    const times = new Map<number, number>();
    Object.assign(globalThis, { interactions: times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
        if (interactionId > 0) times.set(interactionId, Math.max(duration, times.get(interactionId) ?? 0));
      }
    }).observe({ type: "event", durationThreshold: shortest } as PerformanceObserverInit);
  }, SHORTEST_MS);
  await page.goto(address);
  await page.locator("[data-ready=true]").waitFor();
  await page.getByText(`of ${results} reviewed`).waitFor();
  await page.waitForLoadState("networkidle");
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
  return [...times, ...Array.from({ length: Math.max(0, presses - times.length) }, () => SHORTEST_MS)];
}

/** The service's answers about the results that there are, as if there were many more of the same. */
async function multiplied(route: Route, results: number): Promise<void> {
  const request = route.request();
  if (request.method() === "POST") return route.fulfill({ json: decided(request.postDataJSON(), results) });
  const url = new URL(request.url());
  const shots = url.searchParams.get("shots")?.split(",");
  if (!shots) {
    const limit = Number(url.searchParams.get("limit"));
    const from = Number(url.searchParams.get("cursor") ?? 0);
    for (const name of ["cursor", "at"]) url.searchParams.delete(name);
    url.searchParams.set("limit", "500");
    const review = (await (await route.fetch({ url: url.href })).json()) as AppReview;
    const to = Math.min(results, from + limit);
    const all = Array.from({ length: to - from }, (_, at) => copyOf(review.shots, from + at));
    const groups = new Map(review.groups.map((group) => [group.id, group]));
    const own = all.map(({ groupId }) => ({ ...groups.get(original(groupId))!, id: groupId }));
    const json: AppReview = {
      ...review,
      progress: { ...review.progress, total: results },
      groups: [...new Map(own.map((group) => [group.id, group])).values()],
      shots: all,
      details: from === 0 ? review.details.map((shot) => ({ ...shot, ...copyOf([shot], 0) })) : [],
      nextCursor: to < results ? String(to) : null,
    };
    return route.fulfill({ json });
  }
  url.searchParams.set("shots", [...new Set(shots.map(original))].join(","));
  const review = (await (await route.fetch({ url: url.href })).json()) as AppReview;
  const named = <T extends { shotId: string; groupId: string; index: number }>(from: readonly T[]): T[] =>
    shots.flatMap((id) => {
      const one = from.find(({ shotId }) => shotId === original(id));
      const copy = Number(id.split(MARK)[1] ?? 0);
      return one
        ? { ...one, shotId: id, index: one.index + copy * 10_000, groupId: `${one.groupId}${MARK}${copy}` }
        : [];
    });
  await route.fulfill({ json: { ...review, shots: named(review.shots), details: named(review.details) } });
}

/** The result number `at` of many: each one that there is once, then each again under another name. */
function copyOf<T extends { shotId: string; groupId: string; index: number }>(from: readonly T[], at: number): T {
  const one = from[at % from.length]!;
  const copy = Math.floor(at / from.length);
  const index = one.index + copy * 10_000;
  return { ...one, shotId: `${one.shotId}${MARK}${copy}`, index, groupId: `${one.groupId}${MARK}${copy}` };
}

function decided(body: { shots: { shotId: string; mark: string }[]; decision: string }, results: number): AppDecided {
  const { decision, shots } = body;
  const word = ({ approve: "approved", reject: "rejected", later: "later" } as const)[decision as "approve"];
  const review = word ? { decision: word, note: null, by: "bench", at: new Date().toISOString() } : null;
  return {
    runId: "",
    message: "",
    results: shots.map(({ shotId, mark }) => ({
      shotId,
      ok: true,
      refused: null,
      now: { status: decision === "approve" ? "approved" : "failed", mark, review },
    })),
    progress: { total: results, judged: 1, approved: 1, rejected: 0, later: 0, changes: 1, changedScreenshots: 1 },
  };
}
