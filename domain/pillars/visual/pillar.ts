import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import type { PillarDeclaration } from "../declaration.ts";
import { advice } from "./advice.ts";

/** Screenshots of pages compared with their baselines. */
export const visual = {
  ...PILLAR_WORDS.visual,
  words: /\b(visual(ly)?|vrt|screenshots?|pictures?|pixels?|looks?)\b/,
  weight: 18,
  plan: "free",
  features: [],
  runs: [
    { ...RUN_WORDS["vrt-test"], workflow: "visualRun", shots: "visual" },
    { ...RUN_WORDS.baseline, workflow: "baselineRun", shots: "baseline" },
  ],
  advice,
  audit: null,
} as const satisfies PillarDeclaration;
