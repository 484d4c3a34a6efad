// Decides what of a run counts against a merge or a release, for the gate, blockers, the pull request comment and the lists of a run.
import type { Severity } from "../audit/finding.ts";
import { given } from "../given.ts";
import type { Counts, NewFindings, SetAside } from "../health/gateTypes.ts";
import { NOBODY, type PeopleSide, statusWith } from "./people.ts";
import { type Accepted, type FoundProblem, isOpen, placeId } from "./problem.ts";

/** `setAside`: whether a person accepted or snoozed it and the decision is still in force. */
export type JudgedProblem = FoundProblem & { setAside: boolean };

/** null if nobody decided about the problem. */
type Decided = Pick<PeopleSide, "snooze" | "acceptance"> | null;

export function isSetAside(
  { placeCount, accepted = null }: Pick<FoundProblem, "placeCount"> & { accepted?: Accepted | null },
  decision: Decided,
  now: Date,
): boolean {
  return !isOpen(statusWith({ status: "new", placeCount, accepted }, decision ?? NOBODY, now));
}

export const withDecision = (found: FoundProblem, decision: Decided, now: Date): JudgedProblem => ({
  ...found,
  setAside: isSetAside(found, decision, now),
});

/** Returns whether it failed and nobody set it aside. */
export const stands = ({ kind, setAside }: Pick<JudgedProblem, "kind" | "setAside">): boolean =>
  kind === "failed" && !setAside;

/** Returns whether it counts and the base does not have it as far as known. */
export const standsNew = (problem: Pick<JudgedProblem, "kind" | "setAside" | "added">): boolean =>
  stands(problem) && problem.added !== false;

/** Severities of findings that the gate checks. */
export const GATE_SEVERITIES = ["critical", "serious"] as const satisfies readonly Severity[];

/** A finding that an older run of the branch introduced, on a page that the newest run did not visit. */
export type LeftFinding = Pick<FoundProblem, "severity" | "sentence">;

/** Returns the new findings of an audit for the gate. `left`: new ones on pages that the audit did not visit. */
export function newFindingsOf(
  problems: readonly JudgedProblem[],
  left: readonly LeftFinding[] = [],
): Omit<NewFindings, "since"> {
  const group = (severity: Severity) => {
    const of = (some: readonly LeftFinding[]) => some.filter((one) => one.severity === severity);
    const [own, earlier] = [of(problems.filter(standsNew)), of(left)];
    const all = [...own, ...earlier];
    return given({
      count: all.length,
      example: all[0]?.sentence ?? null,
      notLookedAt: earlier.length > 0 ? earlier.length : undefined,
    });
  };
  const asked = problems.filter((one) => stands(one) && GATE_SEVERITIES.some((severity) => severity === one.severity));
  return {
    compared: asked.every(({ added }) => added !== null),
    critical: group("critical"),
    serious: group("serious"),
  };
}

/** Counts the screenshots and scenarios whose problems are all set aside. Those that the results themselves accept have already passed. */
export function setAsideOf(problems: readonly JudgedProblem[], counts: Counts): SetAside {
  const { total, passed, errors = 0, pageErrors = 0 } = counts;
  const of = (countsAs: FoundProblem["countsAs"], count: number): number => {
    const own = problems.filter((one) => one.countsAs === countsAs && !one.accepted);
    const open = own.filter(({ setAside }) => !setAside);
    if (open.length === own.length) return 0;
    if (open.length === 0) return count;
    const idsOf = (some: readonly JudgedProblem[]) => some.flatMap(({ places }) => places.map(placeId));
    const standing = new Set(idsOf(open));
    const aside = idsOf(own.filter(({ setAside }) => setAside)).filter((id) => !standing.has(id));
    return Math.min(count, new Set(aside).size);
  };
  return {
    failures: of(undefined, total - passed - errors - pageErrors),
    errors: of("error", errors),
    pageErrors: of("pageError", pageErrors),
  };
}
