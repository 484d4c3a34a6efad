// The steps before a screenshot and of the sign-in: a small, fixed set of actions.
import type { Page } from "playwright";
import type { ShotStep } from "../../domain/visual/shot.ts";
import { CaptureFailure } from "./failures.ts";
import { fillField } from "./fill.ts";
import type { Guard } from "./guard.ts";

/** Maximum duration of a wait step. */
const MAX_WAIT_MS = 30_000;

/**
 * Runs the steps in order. Fails with the number and description of the failed step; values are never shown.
 * `fillIn` turns a step's value into the text to type, just before it is typed.
 */
export async function runSteps(
  page: Page,
  steps: readonly ShotStep[],
  guard: Guard,
  stepMs: number,
  what: "step" | "sign-in step",
  fillIn: (value: string) => Promise<string> = async (value) => value,
): Promise<void> {
  for (const [index, given] of steps.entries()) {
    const step = given.op === "fill" ? { ...given, value: await fillIn(given.value) } : given;
    const failed = (why: string): CaptureFailure =>
      new CaptureFailure("step_failed", `The ${what} ${index + 1} of ${steps.length} (${words(step)}) ${why}.`, {
        step: index + 1,
        op: step.op,
        selector: "selector" in step ? (step.selector ?? null) : null,
      });
    const bound = step.op === "waitFor" ? (step.timeoutMs ?? stepMs) : step.op === "wait" ? MAX_WAIT_MS : stepMs;
    try {
      const late = (): CaptureFailure => failed(`was not done within ${seconds(bound)} s`);
      if (step.op === "wait") await guard.sleep(Math.min(step.ms, MAX_WAIT_MS));
      // Playwright's own timeout is slightly shorter, because its error says whether the element existed.
      else await guard.run(runStep(page, step, bound), bound + 500, late);
    } catch (error) {
      if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
      throw failed(await explain(page, step, bound, guard));
    }
  }
}

async function runStep(page: Page, step: Exclude<ShotStep, { op: "wait" }>, timeout: number): Promise<void> {
  if (step.op === "press" && step.selector === undefined) return page.keyboard.press(step.key);
  const target = page.locator(`css=${step.selector ?? ""}`).first();
  switch (step.op) {
    case "click":
      return target.click({ timeout });
    case "hover":
      return target.hover({ timeout });
    case "fill":
      return fillField(target, step.value, timeout);
    case "press":
      return target.press(step.key, { timeout });
    case "waitFor":
      return target.waitFor({ state: "visible", timeout });
    case "scroll":
      return target.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }), undefined, {
        timeout,
      });
  }
}

/** Playwright's message contains a log with filled-in values, so it is not passed on. */
async function explain(page: Page, step: ShotStep, bound: number, guard: Guard): Promise<string> {
  if (!("selector" in step) || step.selector === undefined) return "could not be done";
  const counted = page.locator(`css=${step.selector}`).count();
  const count = await guard.run(counted, 2_000).catch(() => -1);
  if (guard.signal.aborted) throw guard.signal.reason;
  if (count === 0) return `found no element for its selector within ${seconds(bound)} s`;
  if (count < 0) return "could not be done: the selector is not valid CSS, or the page does not answer";
  return `could not be done within ${seconds(bound)} s: the element is hidden, covered, moving or disabled`;
}

function words(step: ShotStep): string {
  switch (step.op) {
    case "wait":
      return `wait ${step.ms} ms`;
    case "press":
      return `press ${step.key}${step.selector === undefined ? "" : ` in ${step.selector}`}`;
    case "fill":
      return `fill ${step.selector}`;
    case "waitFor":
      return `wait for ${step.selector}`;
    default:
      return `${step.op} ${step.selector}`;
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
