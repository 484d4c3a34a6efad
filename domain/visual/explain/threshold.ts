// A difference so small that the threshold, not the page, is the question.
import { changesByItself } from "./history.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";

/** Percent of the page: an eye does not find less without help. */
const TINY_PERCENT = 0.5;
/** A mismatch within this many times the threshold is "just above". */
const JUST_ABOVE = 3;

export function thresholdCause(facts: ShotFacts): ShotCause | null {
  const { mismatchPercent, threshold, reasons, sizes, regions } = facts;
  // Without a chosen tolerance there is none to raise, and without earlier runs no reason to.
  if (mismatchPercent === null || threshold === 0 || mismatchPercent <= threshold || !changesByItself(facts))
    return null;
  if (reasons.some(({ code }) => code === "size_changed") || (sizes && sizes.baseline.height !== sizes.test.height))
    return null;
  const justAbove = mismatchPercent <= threshold * JUST_ABOVE;
  // Many tiny regions are the edges of letters; one is a change of something.
  const speckled = regions.length >= 10 && mismatchPercent <= TINY_PERCENT;
  if (!speckled && !(justAbove && mismatchPercent <= TINY_PERCENT)) return null;
  const share = `${Number(mismatchPercent.toPrecision(3))} % differ, the threshold is ${threshold} %`;
  return {
    kind: "threshold",
    selector: "",
    confidence: speckled && justAbove ? 0.6 : 0.4,
    evidence: speckled ? `${share}; the pixels lie in ${regions.length} small places.` : `${share}: just above it.`,
    action: "approve",
    advice: "Check the screenshot. If no change is visible, give the scenario a higher misMatchThreshold.",
    share: null,
  };
}
