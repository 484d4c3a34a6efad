// plumbline-playwright: `await plumbline(page, "Checkout – error")` uploads a screenshot into the build's run, and
// `await expect(page).toMatchPlumbline("Checkout – error")` fails the test if the screenshot differs.
import type { Page } from "playwright";
import { expect as playwrightExpect } from "playwright/test";
import { toMatchPlumbline } from "./matcher.ts";
import { prepareContext } from "./picture.ts";
import type { PlumblineOptions } from "./types/index.d.ts";
import { upload } from "./upload.ts";

/** Playwright's `expect` with the matcher. Loading this module adds the matcher to Playwright's own `expect` as well. */
export const expect = playwrightExpect.extend({ toMatchPlumbline });

let told = false;

export async function plumbline(page: Page, name: string, options: PlumblineOptions = {}): Promise<void> {
  const outcome = await upload(page, name, options, { required: Boolean(process.env.CI) });
  if (!("missing" in outcome)) return;
  if (!told) process.stderr.write(`plumbline-playwright: ${outcome.missing}\n`);
  told = true;
}

export async function steady(page: Page, options: { time?: string; random?: boolean } = {}): Promise<void> {
  await prepareContext(page, options);
}
