import type { Locator, Page } from "playwright";
import type { expect as playwrightExpect } from "playwright/test";

export type PlumblineOptions = {
  /** Whether to capture the whole page instead of just the viewport; true by default. */
  fullPage?: boolean;
  /** Captures only this element. */
  locator?: Locator;
  /** Elements to paint over. */
  mask?: Locator[];
  /** CSS selectors of elements to make invisible; they keep their space. */
  hide?: string[];
  /** CSS selectors of elements to remove from the page. */
  remove?: string[];
  /** Which of Plumbline's three sizes the screenshot counts as; by default the one closest to the width of the viewport. */
  viewport?: "phone" | "tablet" | "desktop";
  /** The project's mode in which the page is shown, such as "dark"; each mode has its own baselines. */
  mode?: string;
  /** Stabilisers by name, to switch one off: `{ lazy: false }`. */
  stabilisers?: Partial<
    Record<"fonts" | "images" | "lazy" | "animations" | "media" | "caret" | "sticky" | "busy" | "networkQuiet", boolean>
  >;
};

/**
 * Takes a screenshot of the settled page and uploads it into the build's run, where it is compared with the baseline of its
 * name. The page is restored afterwards. Without PLUMBLINE_URL and PLUMBLINE_KEY it does nothing, except in CI, where it throws.
 */
export function plumbline(page: Page, name: string, options?: PlumblineOptions): Promise<void>;

/**
 * Call before `page.goto`: requests reduced motion and, if requested, fixes the page's clock and random numbers.
 * `time`: an ISO time, such as `2026-01-31T12:00:00Z`.
 */
export function steady(page: Page, options?: { time?: string; random?: boolean }): Promise<void>;

/**
 * Playwright's `expect` with `toMatchPlumbline`. The test fails if the page, or the element of a locator, differs from the
 * baseline of this name; the message says what changed. `expect.soft` continues and fails the test when it ends.
 */
export const expect: typeof playwrightExpect;

declare global {
  namespace PlaywrightTest {
    interface Matchers<R, T = unknown> {
      toMatchPlumbline(name: string, options?: Omit<PlumblineOptions, "locator">): Promise<R>;
    }
  }
}
