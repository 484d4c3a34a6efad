// What to work on first: one stated product, stored with the problem so that lists sort by it.
import type { Severity } from "../audit/finding.ts";
import { pageOf } from "../guidance/pages.ts";
import type { ProblemState } from "./problem.ts";

/** What a severity counts. */
export const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = {
  critical: 10,
  serious: 6,
  moderate: 3,
  minor: 1,
  info: 0.5,
};
/** What is new came with the latest change, and is cheapest to fix now. */
export const NEW_FACTOR = 1.5;

/** `lookedAt`: places of the run. One decimal. */
export function priorityOf(
  { severity, status, places, placeCount }: Pick<ProblemState, "severity" | "status" | "places" | "placeCount">,
  lookedAt: number,
): number {
  const reach = 1 + Math.min(1, lookedAt === 0 ? 0 : placeCount / lookedAt);
  const newness = status === "new" || status === "regressed" ? NEW_FACTOR : 1;
  const importance = Math.max(...places.map(({ page }) => pageOf(page || "/").importance), 0.8);
  return Math.round(SEVERITY_WEIGHT[severity] * reach * newness * importance * 10) / 10;
}

/** Least priorities of the bands that lists read one after the other, the highest first: narrow where most problems are. */
export const PRIORITY_BANDS: readonly number[] = [25, 18, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3.5, 3, 2.5, 2, 1.5, 1, 0];

export const bandOf = (priority: number): number => {
  const band = PRIORITY_BANDS.findIndex((least) => priority >= least);
  return band < 0 ? PRIORITY_BANDS.length - 1 : band;
};
