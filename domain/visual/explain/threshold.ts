// Detects a difference so small that the threshold should be questioned rather than the page.
import { changesByItself } from "./history.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";

/** Percent of the page below which a person does not notice a difference unaided. */
const TINY_PERCENT = 0.5;
/** A mismatch up to this many times the threshold is "just above" it. */
const JUST_ABOVE = 3;

export function thresholdCause(facts: ShotFacts): ShotCause | null {
  const { mismatchPercent, threshold, reasons, sizes, regions } = facts;
  // If no tolerance was chosen, there is none to raise; without earlier runs there is no reason to.
  if (mismatchPercent === null || threshold === 0 || mismatchPercent <= threshold || !changesByItself(facts))
    return null;
  if (reasons.some(({ code }) => code === "size_changed") || (sizes && sizes.baseline.height !== sizes.test.height))
    return null;
  const justAbove = mismatchPercent <= threshold * JUST_ABOVE;
  // Many tiny regions are edges of letters; a single one is a real change.
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
