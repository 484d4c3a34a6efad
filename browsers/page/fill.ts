// Types into a field, in place of what was there.
import type { Locator } from "playwright";
import { untraced } from "./inTrace.ts";

/** A field that is filled is asked at once; one that has no value, such as an editable part of a page, answers with an error. */
const ASK_MS = 1_000;

/**
 * Firefox cannot select what is in a number field, so that Playwright's own `fill` adds to it: "1" becomes "13". The field is
 * emptied first where that happened. Times in ms; throws what Playwright throws.
 */
export async function fillField(field: Locator, value: string, timeout: number): Promise<void> {
  await field.fill(value, { timeout });
  const shown = await untraced(field.page(), () => field.inputValue({ timeout: ASK_MS })).catch(() => value);
  if (shown === value || !shown.endsWith(value)) return;
  await field.fill("", { timeout });
  await field.fill(value, { timeout });
}
