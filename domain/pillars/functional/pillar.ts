import type { PillarDeclaration } from "../declaration.ts";

/** Steps of a user and what must hold after them. */
export const functional = {
  name: "functional",
  title: "Functional",
  unit: "scenarios",
  words: /\b(functional(ly)?|frt|gherkin|user flows?|end.to.end|e2e)\b/,
  weight: 18,
  plan: "free",
  features: [],
  runs: [
    {
      type: "frt-test",
      name: "Functional test",
      inSentence: "a functional test",
      workflow: "featureRun",
      trigger: "functional",
      aliases: [],
      ci: false,
      path: "functional",
    },
  ],
  audit: null,
} as const satisfies PillarDeclaration;
