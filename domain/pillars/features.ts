// Features that several pillars share.
import type { FeatureDeclaration } from "./declaration.ts";

export const lighthouseScores = {
  name: "lighthouseScores",
  plan: "hobby",
  what: "Lighthouse scores",
  without: (options) => ({ ...options, lighthouseScore: false }),
} as const satisfies FeatureDeclaration;
