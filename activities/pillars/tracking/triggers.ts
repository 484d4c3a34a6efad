// Performs the trigger of a planned event: a click, a scroll, or filling in and submitting a form.
import type { Locator, Page } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { inTime } from "../../../browsers/page/inTime.ts";
import type { PlanEvent, Trigger } from "../../../domain/pillars/tracking/plan.ts";
import { fillForm } from "./formFields.ts";

const FIND_MS = 5_000;
const ACT_MS = 10_000;

/** Scrolls the target into view, so that the screenshot shows it. Returns a sentence if there is none. */
export async function showTarget(page: Page, event: PlanEvent, guard: Guard): Promise<string | null> {
  const selector = event.trigger && "selector" in event.trigger ? event.trigger.selector : null;
  if (selector === null) return null;
  const target = page.locator(`css=${selector}`).first();
  const found = await inTime(guard, target.waitFor({ state: "attached", timeout: FIND_MS }), FIND_MS + 500);
  if (!found) return `No element was found for its selector ${selector}.`;
  if (event.trigger?.on !== "scroll")
    await inTime(guard, target.scrollIntoViewIfNeeded({ timeout: FIND_MS }), FIND_MS + 500);
  return null;
}

/** Performs the trigger. Returns a sentence if that failed; the recorder records what the page does then. */
export async function pullTrigger(page: Page, trigger: Trigger, guard: Guard): Promise<string | null> {
  switch (trigger.on) {
    case "load":
      return null;
    case "click": {
      const target = page.locator(`css=${trigger.selector}`).first();
      const clicked = await inTime(guard, target.click({ timeout: ACT_MS, noWaitAfter: true }), ACT_MS + 500);
      return clicked
        ? null
        : `The element for its selector ${trigger.selector} could not be clicked: it is hidden, covered or disabled.`;
    }
    case "scroll":
      return (await inTime(guard, scroll(page, trigger.selector, trigger.percent), ACT_MS))
        ? null
        : "The page could not be scrolled there.";
    case "submit":
      return submit(page, page.locator(`css=${trigger.selector}`).first(), trigger.fields, guard);
  }
}

async function scroll(page: Page, selector: string | null, percent: number | null): Promise<void> {
  if (selector !== null) {
    const into = (element: Element) => element.scrollIntoView({ block: "center", behavior: "instant" });
    await page.locator(`css=${selector}`).first().evaluate(into, undefined, { timeout: FIND_MS });
    return;
  }
  await page.evaluate((share) => {
    const { scrollHeight } = document.documentElement;
    window.scrollTo({
      top: (scrollHeight * share) / 100 - (share >= 100 ? 0 : window.innerHeight),
      behavior: "instant",
    });
  }, percent ?? 100);
}

async function submit(
  page: Page,
  form: Locator,
  fields: { selector: string; value: string }[],
  guard: Guard,
): Promise<string | null> {
  for (const { selector, value } of fields) {
    const field = page.locator(`css=${selector}`).first();
    if (!(await inTime(guard, field.fill(value, { timeout: FIND_MS }), FIND_MS + 500)))
      return `The field ${selector} of its form could not be filled in.`;
  }
  const problem = await guard.run(fillForm(form, fields.length > 0), 20_000).catch(() => {
    guard.signal.throwIfAborted();
    return "Its form could not be filled in.";
  });
  if (problem !== null) return problem;
  const button = form
    .locator("css=button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]")
    .locator("visible=true")
    .first();
  const counted = await guard.run(button.count(), FIND_MS).catch(() => 0);
  guard.signal.throwIfAborted();
  const sending =
    counted > 0
      ? button.click({ timeout: ACT_MS, noWaitAfter: true })
      : form.evaluate((element) => (element as HTMLFormElement).requestSubmit(), undefined, { timeout: FIND_MS });
  return (await inTime(guard, sending, ACT_MS + 500)) ? null : "Its form could not be sent.";
}
