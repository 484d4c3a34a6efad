// Changes the width of a page that is already open, because a second load would cost more than the second run of the rules.

import { LateError, type World } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import { DEFAULT_VIEWPORTS, type Viewport } from "../../../domain/visual/shot.ts";

/** The page is loaded at the first width. Pointer and user agent stay those of a desktop. */
export const AUDITED_WIDTHS: readonly [Viewport, ...Viewport[]] = [DEFAULT_VIEWPORTS.desktop, DEFAULT_VIEWPORTS.phone];

const ANSWER_MS = 5_000;
const QUIET_MS = 500;

/** Waits two frames, with transitions finished, because colors in mid-transition are meaningless. */
const SETTLE = `new Promise((resolve) => {
  const finish = () => { for (const a of document.getAnimations()) try { a.finish() } catch {} };
  const done = () => { finish(); resolve() };
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 1000);
})`;

export async function settle(world: World, boundMs = ANSWER_MS): Promise<void> {
  await world.evaluate(SETTLE, boundMs);
}

/**
 * Nobody sees the page while it is measured, so it is drawn at a tenth of its size. Layout, styles and media queries are
 * not affected; drawing took a tenth of an audit's processor time.
 */
const UNSEEN_SCALE = 0.1;

type Size = Pick<Viewport, "width" | "height" | "mobile">;

export async function resize(visit: Visit, world: World, size: Size): Promise<void> {
  await emulate(visit, size, UNSEEN_SCALE);
  await settle(world);
  await visit.traffic.quiet(QUIET_MS);
}

/** Shows the resized page at its full size while screenshots of it are taken. */
export async function seen<T>(visit: Visit, world: World, size: Size, pictures: () => Promise<T>): Promise<T> {
  await emulate(visit, size, 1);
  await settle(world);
  const taken = await pictures();
  await emulate(visit, size, UNSEEN_SCALE);
  return taken;
}

async function emulate({ lease, guard }: Visit, { width, height, mobile }: Size, scale: number): Promise<void> {
  const set = lease.cdp?.session.send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: 1,
    mobile,
    screenWidth: width,
    screenHeight: height,
    scale,
  });
  await guard.run(Promise.resolve(set), ANSWER_MS, () => new LateError(ANSWER_MS));
}
