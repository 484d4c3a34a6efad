// Remarks on a consent banner that the picture shows. Asked where the map is recorded: of baselines, and of pictures that differ.
import { bannerRemark } from "../../../domain/consent/openBanner.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import { bannerOnPage } from "../../consent/bannerOnPage.ts";
import type { Preparing } from "./prepare.ts";

/** Undefined: none is open. A page that does not answer costs the remark and not the shot. */
export async function bannerNote({ page, driver, guard, limits, spec }: Preparing): Promise<Reason | undefined> {
  // Of a part nobody can tell whether the banner lies over it.
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
