// Priority of problems: a documented product of factors, stored with the problem so that lists can sort by it.
import type { Severity } from "../audit/finding.ts";
import { pageOf, samePage } from "../guidance/pages.ts";
import type { ProblemState, ProblemStatus } from "./problem.ts";

export const SEVERITY_WEIGHT: Readonly<Record<Severity, number>> = {
  critical: 10,
  serious: 6,
  moderate: 3,
  minor: 1,
  info: 0.5,
};
/** New problems came with the latest change, so fixing them now is cheapest. */
export const NEW_FACTOR = 1.5;

/** The factors of a problem's priority. */
export type Factors = { severity: number; reach: number; newness: number; importance: number };

type Ranked = Pick<ProblemState, "severity" | "status" | "places" | "placeCount" | "evidence">;

/** `knownPlaces`: number of places that the pillar knows of. */
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

/** Returns the priority with one decimal. */
export function priorityOf(problem: Ranked, knownPlaces: number): number {
  const { severity, reach, newness, importance } = factorsOf(problem, knownPlaces);
  return Math.round(severity * reach * newness * importance * 10) / 10;
}

/** Returns whether the problem appeared or reappeared with the newest run that looked. */
export const isFresh = (status: ProblemStatus): boolean => status === "new" || status === "regressed";

/** Page key of the whole site. */
const SITE = "";

/** A problem of the whole site has the importance of its most important page. */
const importanceOf = (page: string): number => pageOf(page || "/").importance;

/** Returns each page that the problem is known to be on, most important first; "" is the whole site. */
export function pagesOf({ places, evidence }: Pick<ProblemState, "places" | "evidence">): string[] {
  // A place with only a scenario is not a page; the evidence contains the page where it fails.
  const keys = places.filter(({ page, label }) => page !== SITE || label === "").map(({ page }) => page);
  if (evidence.page) keys.push(evidence.page);
  const pages = new Set(keys.map((key) => (key === SITE ? SITE : samePage(key))));
  return [...pages].sort(
    (a, b) => Number(b === SITE) - Number(a === SITE) || importanceOf(b) - importanceOf(a) || (a < b ? -1 : 1),
  );
}
