import type { Stabiliser } from "./stabiliser.ts";

/**
 * Puts sticky elements where they are in the flow of the page. In a picture of the whole page they would stick to the
 * edge of the first screen and lie over its content. Fixed ones are drawn once, at their place on the first screen.
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
      // Still positioned: what is placed against it stays in its place.
      style.setProperty("position", "relative", "important");
      style.setProperty("inset", "auto", "important");
    }
  },
  explainFailure: () => "Sticky elements could not be put in their place, and may lie over other content.",
};
