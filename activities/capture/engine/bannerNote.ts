// Notes a consent banner that is visible in the screenshot. Checked when the map is recorded: for baselines, and for screenshots that
// differ.
import { bannerRemark } from "../../../domain/consent/openBanner.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import { bannerOnPage } from "../../consent/bannerOnPage.ts";
import type { Preparing } from "./prepare.ts";

/** Undefined: none is open. If the page does not respond, only the note is lost, not the shot. */
export async function bannerNote({ page, driver, guard, limits, spec }: Preparing): Promise<Reason | undefined> {
  // For a part of a page it is unknown whether the banner covers it.
  if (spec.selector !== null) return undefined;
  try {
    const banner = await guard.run(
      bannerOnPage(page, (expression) => driver.evaluate(expression)),
      limits.answerMs,
    );
    return banner ? bannerRemark(banner) : undefined;
  } catch (error) {
    if (guard.signal.aborted) throw error;
    return undefined;
  }
}
