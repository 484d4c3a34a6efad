import type { PillarDeclaration } from "../declaration.ts";

/** Pictures of pages beside their baselines. */
export const visual = {
  name: "visual",
  title: "Visual",
  unit: "shots",
  words: /\b(visual(ly)?|vrt|screenshots?|pictures?|pixels?|looks?)\b/,
  weight: 18,
  plan: "free",
  features: [],
  runs: [
    {
      type: "vrt-test",
      name: "Visual test",
      inSentence: "a visual test",
      workflow: "visualRun",
      shots: "visual",
      trigger: "test",
      aliases: [],
      ci: true,
      path: "test",
    },
    {
      type: "baseline",
      name: "Baseline capture",
      inSentence: "a capture of baselines",
      workflow: "baselineRun",
      shots: "baseline",
      trigger: "baseline",
      aliases: [],
      ci: true,
      path: "reference",
    },
  ],
  audit: null,
} as const satisfies PillarDeclaration;
