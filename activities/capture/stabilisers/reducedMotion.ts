import type { Stabiliser } from "./stabiliser.ts";

/** Requests reduced motion, as a visitor can: many pages then omit their animations. */
export const reducedMotion: Stabiliser = {
  name: "reducedMotion",
  phase: "context",
  boundMs: 1_000,
  context: () => ({ reducedMotion: true }),
  explainFailure: () => "Reduced motion could not be set.",
};
