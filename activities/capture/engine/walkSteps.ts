// Brings the page to the state to capture: the scenario's steps, and the ready selector.
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { runSteps } from "../../../browsers/page/steps.ts";
import { type Preparing, preparePage } from "./prepare.ts";

export async function walkSteps(preparing: Preparing): Promise<void> {
  const { page, spec, guard, limits } = preparing;
  if (spec.steps.length > 0) {
    // The page is brought to rest first, so that a step's element no longer moves.
    await preparePage({ ...preparing, spec: { ...spec, selector: null } });
    await runSteps(page, spec.steps, guard, limits.stepMs, "step");
    await afterSteps(preparing);
  }
  if (spec.readySelector !== null) await waitUntilReady(preparing, spec.readySelector);
}

/** A step may have followed a link. */
async function afterSteps({ page, guard, limits }: Preparing): Promise<void> {
  const loaded = page.waitForLoadState("load", { timeout: 0 });
  await guard.run(loaded, limits.loadMs).catch((error: unknown) => {
    if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
  });
}

async function waitUntilReady({ page, guard, limits }: Preparing, selector: string): Promise<void> {
  const seconds = limits.stepMs / 1000;
  const missing = (): CaptureFailure =>
    new CaptureFailure("ready_selector_missing", `The ready selector ${selector} did not appear within ${seconds} s.`, {
      selector,
    });
  try {
    const ready = page.locator(`css=${selector}`).first().waitFor({ state: "attached", timeout: 0 });
    await guard.run(ready, limits.stepMs, missing);
  } catch (error) {
    if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
    throw missing();
  }
}
