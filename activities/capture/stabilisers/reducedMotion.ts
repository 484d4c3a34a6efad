import type { Stabiliser } from "./stabiliser.ts";

/** Asks the page for less motion, as a visitor can: many pages then leave their animations out by themselves. */
export const reducedMotion: Stabiliser = {
  name: "reducedMotion",
  phase: "context",
  boundMs: 1_000,
  context: () => ({ reducedMotion: true }),
  explainFailure: () => "Reduced motion could not be set.",
};
