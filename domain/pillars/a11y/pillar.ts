import { BROWSER_WINDOW, type FeatureDeclaration, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

const a11yBudgets = {
  name: "a11yBudgets",
  plan: "team",
  what: "accessibility budgets",
  without: ({ budgets, ...options }) => (budgets === undefined ? null : options),
} as const satisfies FeatureDeclaration;

/** Whether everybody can use a page. */
export const a11y = {
  name: "a11y",
  title: "Accessibility",
  unit: "pages",
  words: /\b(a11y|accessib\w*|wcag|screen readers?|contrast|aria)\b/,
  weight: 14,
  plan: "free",
  features: [a11yBudgets],
  runs: [
    {
      type: "a11y-test",
      name: "Accessibility audit",
      inSentence: "an accessibility audit",
      workflow: "auditRun",
      trigger: "a11y",
      aliases: [],
      ci: true,
      path: "a11y",
    },
  ],
  audit: { place: 3, queue: "browser", window: BROWSER_WINDOW, site: false, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
