import type { Stabiliser } from "./stabiliser.ts";

/**
 * Moves sticky elements to their place in the page's flow. In a full-page screenshot they would stick to the
 * edge of the first screen and cover its content. Fixed ones are drawn once, at their place on the first screen.
 */
export const sticky: Stabiliser = {
  name: "sticky",
  phase: "shoot",
  boundMs: 1_000,
  inPage: async (tools) => {
    // An address with a fragment scrolls the page, and fixed elements with it. Steps may do so on purpose, and frames stay as they are.
    if (self === top && !tools.hasSteps && (scrollX !== 0 || scrollY !== 0)) {
      scrollTo({ top: 0, left: 0, behavior: "instant" });
      await tools.frame();
    }
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
