// How smooth the review of many failures is, measured inside the page: keys are pressed, frames and tasks are counted.
import type { Page } from "playwright";
import { p95 } from "../lib/stats.ts";

const HELD_STEPS = 200;
/** A held key repeats about thirty times a second. */
const REPEAT_MS = 33;
const SINGLE_STEPS = 40;
/** As long as a person looks before the next key: the neighbours are decoded ahead in that time. */
const INSPECTION_MS = 700;

export type Smoothness = {
  /** Milliseconds between frames while the key is held. */
  frames: number[];
  /** Tasks of more than 50 ms, from the first frame of the review on. */
  longTasks: number[];
  /** Milliseconds from a key to the next result's picture. */
  pictures: number[];
};

/** The page must stand on the review of a run with more than 200 groups. */
export async function measureReview(page: Page, address: string): Promise<Smoothness> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(address);
  await page.locator("[data-ready=true]").waitFor();
  return page.evaluate(
    async ({ heldSteps, repeatMs, singleSteps, lookMs }) => {
      const { longTasks } = globalThis as unknown as { longTasks: number[] };
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
      const stage = document.querySelector<HTMLElement>("[data-ready]") as HTMLElement;
      await wait(lookMs);
      const frames: number[] = [];
      let last = performance.now();
      let going = true;
      const count = (now: number) => {
        frames.push(now - last);
        last = now;
        if (going) requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      for (let i = 0; i < heldSteps; i++) {
        press();
        await wait(repeatMs);
      }
      going = false;
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
      return { frames: frames.slice(1), longTasks, pictures };
    },
    { heldSteps: HELD_STEPS, repeatMs: REPEAT_MS, singleSteps: SINGLE_STEPS, lookMs: INSPECTION_MS },
  );
}

/** Frames a second of a screen with 60, by the time in which 95 % of the frames came. */
export const framesASecond = (frames: readonly number[]): number => Math.min(60, 1_000 / p95([...frames]));
