// Types a value into a field, replacing its previous value.
import type { Locator } from "playwright";
import { untraced } from "./inTrace.ts";

/** A filled field returns its value immediately; an element without a value, such as a contenteditable, throws. */
const ASK_MS = 1_000;

/**
 * Fills the field. Firefox cannot select the text of a number field, so Playwright's own `fill` appends: "1" becomes "13". If that
 * happened, the field is emptied and filled again. Times in ms; throws what Playwright throws.
 */
export async function fillField(field: Locator, value: string, timeout: number): Promise<void> {
  await field.fill(value, { timeout });
  const shown = await untraced(field.page(), () => field.inputValue({ timeout: ASK_MS })).catch(() => value);
  if (shown === value || !shown.endsWith(value)) return;
  await field.fill("", { timeout });
  await field.fill(value, { timeout });
}
