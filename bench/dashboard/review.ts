// Measures how smooth the review of many failures is, inside the page: presses keys and counts frames and tasks.
import type { Page } from "playwright";
import { p95 } from "../lib/stats.ts";

const HELD_STEPS = 200;
/** A held key repeats about thirty times a second. */
const REPEAT_MS = 33;
const SINGLE_STEPS = 40;
/** Time a person looks before the next key press, during which the neighbours are decoded. */
const INSPECTION_MS = 700;

const REVIEW = /\/review$/;
/** Down and up at several zoom levels, so that the picture is scaled while the key is held. */
const ARROWS = ["-", "-", "-", "+", "+", "+"].flatMap((zoom) => [
  ...Array.from({ length: 12 }, () => "ArrowDown"),
  zoom,
  ...Array.from({ length: 12 }, () => "ArrowUp"),
]);

export type Smoothness = {
  /** Milliseconds from navigation to the first picture, and bytes of the review's first response. */
  firstPicture: number;
  firstAnswer: number;
  /** Milliseconds between frames while an arrow key is held, zooming out and in between. */
  scrolling: number[];
  /** Milliseconds between frames while the key is held. */
  frames: number[];
  /** Tasks longer than 50 ms, from the first frame of the review. */
  longTasks: number[];
  /** Milliseconds from a key press to the next result's picture. */
  pictures: number[];
};

/** Opens the review at `address`, which must be of a run with more than 200 groups, and measures it. */
export async function measureReview(page: Page, address: string): Promise<Smoothness> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
    // Measured by the page's own clock, because polling from outside happens only every half second. Two frames later the picture is on the
    // screen.
    const watch = new MutationObserver(() => {
      if (!document.querySelector("[data-ready=true]")) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((now) => Object.assign(globalThis, { firstPicture: now })));
    });
    watch.observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
  });
  const answer = page.waitForResponse((one) => REVIEW.test(new URL(one.url()).pathname));
  await page.goto(address);
  const shown = await page.waitForFunction(() => (globalThis as unknown as { firstPicture?: number }).firstPicture);
  const firstPicture = Number(await shown.jsonValue());
  const firstAnswer = (await (await answer).body()).length;
  const measured = await page.evaluate(
    async ({ heldSteps, repeatMs, singleSteps, lookMs, arrows }) => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const press = (key = "j") => dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const stage = document.querySelector<HTMLElement>("[data-ready]") as HTMLElement;
      await wait(lookMs);
      /** Presses the keys at the rate of a held key. Returns the milliseconds between the frames. */
      const hold = async (keys: readonly string[]) => {
        const between: number[] = [];
        let last = performance.now();
        let going = true;
        const count = (now: number) => {
          between.push(now - last);
          last = now;
          if (going) requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
        for (const key of keys) {
          press(key);
          await wait(repeatMs);
        }
        going = false;
        return between.slice(1);
      };
      const frames = await hold(Array.from({ length: heldSteps }, () => "j"));
      await wait(lookMs);
      const scrolling = await hold(arrows);
      const pictures: number[] = [];
      for (let i = 0; i < singleSteps; i++) {
        await wait(lookMs);
        const before = stage.dataset.shot;
        const pressed = performance.now();
        press();
        while (stage.dataset.shot === before || stage.dataset.ready !== "true") {
          if (performance.now() - pressed > 10_000)
            throw new Error("The next result did not come: are there enough groups?");
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        pictures.push(performance.now() - pressed);
      }
      return { frames, scrolling, longTasks, pictures };
    },
    { heldSteps: HELD_STEPS, repeatMs: REPEAT_MS, singleSteps: SINGLE_STEPS, lookMs: INSPECTION_MS, arrows: ARROWS },
  );
  return { firstPicture, firstAnswer, ...measured };
}

/** Returns the frames per second on a 60 Hz screen, from the 95th percentile of the frame times. */
export const framesASecond = (frames: readonly number[]): number => Math.min(60, 1_000 / p95([...frames]));
