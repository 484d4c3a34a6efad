// A picture of the window after a step: small, and with every place covered that shows a secret.
import { bounded } from "../../../browsers/page/inTime.ts";
import { untraced } from "../../../browsers/page/inTrace.ts";
import { MIN_SECRET } from "../../../domain/functional/values.ts";
import type { Session } from "./session.ts";

const QUALITY = 50;
const COVER = "#1f2937";

/**
 * null: the page gave none in time. A scenario does not fail because a picture is missing. `traced`: the trace shows the document of this
 * moment too.
 */
export async function takeScreenshot(session: Session, { traced = false } = {}): Promise<Buffer | null> {
  const { page, guard, limits, values, secretFields } = session;
  const { screenshotMs: timeout } = limits;
  const shownSecrets = Object.values(values.secrets)
    .filter((secret) => secret.length >= MIN_SECRET)
    .map((secret) => page.getByText(secret));
  const typed = secretFields.length > 0;
  const shoot = () =>
    page.screenshot({
      type: "jpeg",
      quality: QUALITY,
      scale: "css",
      caret: "initial",
      animations: "allow",
      timeout,
      ...(typed ? { mask: [...secretFields, ...shownSecrets], maskColor: COVER } : {}),
    });
  const taken = traced ? shoot() : untraced(page, shoot);
  return (await bounded(guard, taken, timeout + 500)) ?? null;
}
