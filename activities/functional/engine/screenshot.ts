// Takes a small screenshot of the window after a step, with every place covered that shows a secret.
import type { CDPSession } from "playwright";
import { bounded } from "../../../browsers/page/inTime.ts";
import { untraced } from "../../../browsers/page/inTrace.ts";
import { MIN_SECRET } from "../../../domain/functional/values.ts";
import type { Session } from "./session.ts";

const QUALITY = 50;
const COVER = "#1f2937";

/**
 * null: the page provided none in time. A missing screenshot does not fail a scenario. `traced`: whether the trace also shows the
 * document at this moment.
 */
export async function takeScreenshot(session: Session, { traced = false } = {}): Promise<Buffer | null> {
  const { page, guard, limits, values, secretFields, lease, deviceScale } = session;
  const { screenshotMs: timeout } = limits;
  const shownSecrets = Object.values(values.secrets)
    .filter((secret) => secret.length >= MIN_SECRET)
    .map((secret) => page.getByText(secret));
  const fields = secretFields.filter((field) => field.page() === page);
  const typed = fields.length > 0;
  const shoot = () =>
    page.screenshot({
      type: "jpeg",
      quality: QUALITY,
      scale: "css",
      caret: "initial",
      animations: "allow",
      timeout,
      ...(typed ? { mask: [...fields, ...shownSecrets], maskColor: COVER } : {}),
    });
  const silently = () => untraced(page, shoot);
  const isPlain = !typed && deviceScale === 1;
  const taken = traced
    ? shoot()
    : isPlain && lease.cdp
      ? // A page that is navigating has nothing to show for a moment; Playwright waits for it.
        shootPlain(lease.cdp.session).catch(silently)
      : silently();
  return (await bounded(guard, taken, timeout + 500)) ?? null;
}

/** Captures the window as it is: the page is neither queried nor prepared. */
async function shootPlain(session: CDPSession): Promise<Buffer> {
  const options = { format: "jpeg", quality: QUALITY, optimizeForSpeed: true } as const;
  const { data } = await session.send("Page.captureScreenshot", options);
  return Buffer.from(data, "base64");
}
