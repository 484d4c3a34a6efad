import { pages, type Settings } from "../settings.ts";

/** `budgets`: most failed findings of a severity that a run may have. */
export const settings = { pages, budgets: { kind: "bySeverity" } } as const satisfies Settings;
