import type { Stabiliser } from "./stabiliser.ts";

/**
 * Moves sticky elements to their place in the page's flow. In a full-page screenshot they would stick to the
 * edge of the first screen and cover its content. Fixed ones are drawn once, at their place on the first screen.
 */
export const sticky: Stabiliser = {
  name: "sticky",
  phase: "shoot",
  boundMs: 1_000,
  inPage: (tools) => {
    if (!tools.fullPage) return;
    for (const element of tools.elements()) {
      if (getComputedStyle(element).position !== "sticky") continue;
      const { style } = element as HTMLElement;
      // Still positioned, so that elements placed relative to it stay in their place.
      style.setProperty("position", "relative", "important");
      style.setProperty("inset", "auto", "important");
    }
  },
  explainFailure: () => "Sticky elements could not be moved to their place, so they may cover other content.",
};
