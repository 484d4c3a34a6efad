import { pages, type Settings } from "../settings.ts";

/** Levels of WCAG 2.2. AAA includes A and AA. */
export const LEVELS = ["AA", "AAA"] as const;

/** `budgets`: maximum number of failed elements per severity. `level`: AA by default. */
export const settings = {
  pages,
  budgets: { kind: "bySeverity" },
  level: { kind: "choice", of: LEVELS },
} as const satisfies Settings;
