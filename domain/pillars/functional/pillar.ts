import type { PillarDeclaration } from "../declaration.ts";

/** Steps of a user and what must hold after them. No run does it yet. */
export const functional = {
  name: "functional",
  title: "Functional",
  unit: "scenarios",
  words: /\b(functional(ly)?|frt|gherkin|user flows?|end.to.end|e2e)\b/,
  weight: 18,
  plan: "free",
  features: [],
  runs: [],
  audit: null,
} as const satisfies PillarDeclaration;
