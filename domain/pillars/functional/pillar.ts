import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import type { PillarDeclaration } from "../declaration.ts";
import { advice } from "./advice.ts";

/** User flows and their expected results. */
export const functional = {
  ...PILLAR_WORDS.functional,
  words: /\b(functional(ly)?|frt|gherkin|user flows?|end.to.end|e2e)\b/,
  weight: 18,
  plan: "free",
  features: [],
  needs: "features",
  runs: [{ ...RUN_WORDS["frt-test"], workflow: "featureRun" }],
  advice,
  audit: null,
} as const satisfies PillarDeclaration;
