// Words about the problems of one run, wherever they are listed.
import { SEVERITIES } from "../audit/finding.ts";
import type { FoundProblem, ProblemPlace } from "./problem.ts";
import { type JudgedProblem, stands } from "./standing.ts";

/** Maximum number of scenario labels that are named. */
const MAX_NAMED = 3;

/** Returns the failed problems that nobody set aside, worst first. If there are new ones, only those, because the run did not cause the others. */
export function openProblemsOf(problems: readonly JudgedProblem[] | null): JudgedProblem[] {
  const failed = (problems ?? []).filter(stands);
  const fresh = failed.filter(({ known }) => known !== true);
  return worstFirst(fresh.length > 0 ? fresh : failed);
}

export const worstFirst = (problems: readonly JudgedProblem[]): JudgedProblem[] =>
  problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));

/** Returns "Home, Cart and 3 more · phone, desktop". */
export function placeWords({ places, placeCount }: Pick<FoundProblem, "places" | "placeCount">): string {
  const each = (of: (place: ProblemPlace) => string): string[] => [...new Set(places.map(of))].filter(Boolean);
  const labels = each(({ label, page }) => label || page);
  const browsers = each(({ browser }) => browser);
  const onlyChromium = browsers.length === 1 && browsers[0] === "chromium";
  const seen = [...each(({ viewport }) => viewport), ...(onlyChromium ? [] : browsers)];
  const beyond = Math.max(labels.length, placeCount - places.length + labels.length);
  const named =
    beyond <= MAX_NAMED + 1
      ? labels.join(", ")
      : `${labels.slice(0, MAX_NAMED).join(", ")} and ${beyond - MAX_NAMED} more`;
  return seen.length > 0 ? `${named} · ${seen.join(", ")}` : named;
}
