// Changes the width of a page that is open already: a second load would cost more than the second run of the rules.

import type { Visit } from "../../../browsers/page/visit.ts";
import { DEFAULT_VIEWPORTS, type Viewport } from "../../../domain/visual/shot.ts";
import { LateError, type World } from "./worlds.ts";

/** The page is loaded at the first. Pointer and user agent stay those of a desktop. */
export const AUDITED_WIDTHS: readonly [Viewport, ...Viewport[]] = [DEFAULT_VIEWPORTS.desktop, DEFAULT_VIEWPORTS.phone];

const ANSWER_MS = 5_000;
const QUIET_MS = 500;

/** Two frames, with transitions brought to their end: colours half way are nobody's. */
const SETTLE = `new Promise((resolve) => {
  const finish = () => { for (const a of document.getAnimations()) try { a.finish() } catch {} };
  const done = () => { finish(); resolve() };
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 1000);
})`;

export async function settle(world: World, boundMs = ANSWER_MS): Promise<void> {
  await world.evaluate(SETTLE, boundMs);
}

export async function resize(
  { lease, guard, traffic }: Visit,
  world: World,
  { width, height, mobile }: Pick<Viewport, "width" | "height" | "mobile">,
): Promise<void> {
  const set = lease.cdp?.session.send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: 1,
    mobile,
    screenWidth: width,
    screenHeight: height,
  });
  await guard.run(Promise.resolve(set), ANSWER_MS, () => new LateError(ANSWER_MS));
  await settle(world);
  await traffic.quiet(QUIET_MS);
}
