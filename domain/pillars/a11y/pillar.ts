import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import { BROWSER_WINDOW, type FeatureDeclaration, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

const a11yBudgets = {
  name: "a11yBudgets",
  plan: "team",
  what: "accessibility budgets",
  without: ({ budgets, ...options }) => (budgets === undefined ? null : options),
} as const satisfies FeatureDeclaration;

/** Whether everyone can use a page. */
export const a11y = {
  ...PILLAR_WORDS.a11y,
  words: /\b(a11y|accessib\w*|wcag|screen readers?|contrast|aria)\b/,
  weight: 14,
  plan: "free",
  features: [a11yBudgets],
  runs: [{ ...RUN_WORDS["a11y-test"], workflow: "auditRun" }],
  audit: { queue: "browser", window: BROWSER_WINDOW, site: false, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
