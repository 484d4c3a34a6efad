import type { Locator, Page } from "playwright";
import type { expect as playwrightExpect } from "playwright/test";

export type PlumblineOptions = {
  /** The whole page, not the window alone. On unless said otherwise. */
  fullPage?: boolean;
  /** Only this element. */
  locator?: Locator;
  /** Elements that are painted over. */
  mask?: Locator[];
  /** CSS selectors of what becomes invisible; its room stays. */
  hide?: string[];
  /** CSS selectors of what is taken out of the page. */
  remove?: string[];
  /** Which of Plumbline's three sizes the picture counts as; the one closest to the window's width unless given. */
  viewport?: "phone" | "tablet" | "desktop";
  /** Which of the project's modes the page is shown in, such as "dark": each has baselines of its own. */
  mode?: string;
  /** Stabilisers by name, to switch one off: `{ lazy: false }`. */
  stabilisers?: Partial<
    Record<"fonts" | "images" | "lazy" | "animations" | "media" | "caret" | "sticky" | "busy" | "networkQuiet", boolean>
  >;
};

/**
 * Takes a picture of the page at rest and uploads it into the build's run, where it is compared with the baseline of its
 * name. The page is left as it was. Without PLUMBLINE_URL and PLUMBLINE_KEY it does nothing, except in CI, where it throws.
 */
export function plumbline(page: Page, name: string, options?: PlumblineOptions): Promise<void>;

/**
 * Before `page.goto`: asks the page for less motion, and fixes its clock and its random numbers where that is wished.
 * `time`: an ISO time, such as `2026-01-31T12:00:00Z`.
 */
export function steady(page: Page, options?: { time?: string; random?: boolean }): Promise<void>;

/**
 * Playwright's `expect` with `toMatchPlumbline`. The test fails where the page, or the element of a locator, differs from the
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
