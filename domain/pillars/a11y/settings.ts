import { pages, type Settings } from "../settings.ts";

/** Of WCAG 2.2. AAA holds A and AA. */
export const LEVELS = ["AA", "AAA"] as const;

/** `budgets`: most failed findings of a severity that a run may have. `level`: default AA. */
export const settings = {
  pages,
  budgets: { kind: "bySeverity" },
  level: { kind: "choice", of: LEVELS },
} as const satisfies Settings;
