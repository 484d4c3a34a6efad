// Why an audit did not pass, apart from what the gate judges by its own thresholds.

/** Reasons of a run that the gate reports itself, and remarks on what did not count. */
const JUDGED_BY_GATE: readonly RegExp[] = [
  /^[\d,]+ new (critical|serious) findings?\b/,
  /; it answered before\.$/,
  /^[\d,]+ more pages? answers? with an error\.$/,
  /\bpages? not measured[.:]/,
  /^[\d,]+ accepted findings? (is|are) not counted\.$/,
  /^Not compared\b/,
];

/** Returns the limits and budgets that an audit broke and the rows of the plan that it did not prove, as sentences; [] if it passed. */
export function ownFailures({ verdict, reasons = [] }: { verdict?: unknown; reasons?: readonly string[] }): string[] {
  if (verdict !== "fail") return [];
  return reasons.filter((reason) => !JUDGED_BY_GATE.some((pattern) => pattern.test(reason)));
}
