// What to work on first: one stated product, stored with the problem so that lists sort by it.
import type { Severity } from "../audit/finding.ts";
import { pageOf, samePage } from "../guidance/pages.ts";
import type { ProblemState, ProblemStatus } from "./problem.ts";

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

/** What the priority of a problem is the product of. */
export type Factors = { severity: number; reach: number; newness: number; importance: number };

type Ranked = Pick<ProblemState, "severity" | "status" | "places" | "placeCount" | "evidence">;

/** `knownPlaces`: all that the pillar knows of. */
export function factorsOf(problem: Ranked, knownPlaces: number): Factors {
  const { severity, status, placeCount } = problem;
  const [first] = pagesOf(problem);
  const share = first === SITE ? 1 : Math.min(1, placeCount / Math.max(1, knownPlaces));
  return {
    severity: SEVERITY_WEIGHT[severity],
    reach: Math.round(100 * (1 + share)) / 100,
    newness: isFresh(status) ? NEW_FACTOR : 1,
    importance: importanceOf(first ?? SITE),
  };
}

/** One decimal. */
export function priorityOf(problem: Ranked, knownPlaces: number): number {
  const { severity, reach, newness, importance } = factorsOf(problem, knownPlaces);
  return Math.round(severity * reach * newness * importance * 10) / 10;
}

/** It came with the newest run that looked, or came back with it. */
export const isFresh = (status: ProblemStatus): boolean => status === "new" || status === "regressed";

/** The key of the whole site among pages. */
const SITE = "";

/** What concerns the whole site concerns its most important page. */
const importanceOf = (page: string): number => pageOf(page || "/").importance;

/** Each page that a problem is known to be on, the most important first; "" is the whole site. */
export function pagesOf({ places, evidence }: Pick<ProblemState, "places" | "evidence">): string[] {
  // A place of a scenario alone is no page: where it fails is in the evidence.
  const keys = places.filter(({ page, label }) => page !== SITE || label === "").map(({ page }) => page);
  if (evidence.page) keys.push(evidence.page);
  const pages = new Set(keys.map((key) => (key === SITE ? SITE : samePage(key))));
  return [...pages].sort(
    (a, b) => Number(b === SITE) - Number(a === SITE) || importanceOf(b) - importanceOf(a) || (a < b ? -1 : 1),
  );
}
