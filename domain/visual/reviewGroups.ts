// Groups and orders the results of a run for review.
import { hashText } from "./compare/fingerprint.ts";
import type { ReasonCode, ShotStatus } from "./outcome.ts";
import type { Change } from "./reading/change.ts";
import { changeNames } from "./reading/groups.ts";
import { isTinyIn, type TinyClasses } from "./reading/tiny.ts";

export const REVIEW_KINDS = ["change", "tiny", "no_baseline", "unstable", "error"] as const;
/**
 * `change`: it differs. `tiny`: it differs by a few pixels, like others of the run. `no_baseline`: its first screenshot. `unstable`: it
 * differs between attempts. `error`: it could not be judged.
 */
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export type ToReview = {
  index: number;
  status: "pending" | ShotStatus;
  flaky: boolean;
  reasons: readonly { code: ReasonCode }[];
  fingerprint: string | null;
  causes?: readonly string[] | undefined;
  changes?: readonly Change[] | undefined;
};

const FIRST: readonly ReasonCode[] = ["no_baseline", "baseline_missing_file"];

function kindOf({
  flaky,
  status,
  reasons,
}: Pick<ToReview, "flaky" | "status" | "reasons">): Exclude<ReviewKind, "tiny"> {
  if (reasons.some(({ code }) => FIRST.includes(code))) return "no_baseline";
  if (status === "error") return "error";
  return flaky ? "unstable" : "change";
}

/** Maximum length of a group's name; a longer one is replaced by its hash. */
const MAX_NAME = 200;

/** Names what a result shows: results with exactly the same changes have the same name. */
function setOfChanges(shot: ToReview): string {
  const names = [...changeNames(shot)].sort().join(" ");
  return names.length > MAX_NAME ? `${changeNames(shot).length} changes ${hashText(names)}` : names;
}

/**
 * Returns the group of a result: results with exactly the same changes form a group, as do first screenshots, and errors with the same
 * code; unstable results are not grouped. The group is the same on every page of a list. `classes`: of all results of the run, reviewed or
 * not.
 */
export function reviewGroupOf(shot: ToReview, classes: Pick<TinyClasses, "has">): { id: string; kind: ReviewKind } {
  const kind = kindOf(shot);
  if (kind === "no_baseline") return { id: kind, kind };
  if (kind === "error") return { id: `error:${shot.reasons[0]?.code ?? "unknown"}`, kind };
  if (kind === "unstable") return { id: `unstable:${shot.index}`, kind };
  const changes = setOfChanges(shot);
  return isTinyIn(classes, shot.changes ?? [])
    ? { id: `tiny:${changes}`, kind: "tiny" }
    : { id: `change:${changes}`, kind };
}

export type ReviewGroup<T> = { id: string; kind: ReviewKind; results: T[] };

/**
 * Returns the results of a run in review order: by kind, then by group with the largest groups first, and within a group by scenario.
 * Decisions do not affect the order, so it is the same from one page of the list to the next.
 */
export function inReviewOrder<T extends ToReview & { scenarioLabel: string }>(
  results: readonly T[],
  classes: Pick<TinyClasses, "has">,
): ReviewGroup<T>[] {
  const groups = new Map<string, ReviewGroup<T>>();
  for (const result of [...results].sort((a, b) => a.index - b.index)) {
    const { id, kind } = reviewGroupOf(result, classes);
    const known = groups.get(id);
    if (known) known.results.push(result);
    else groups.set(id, { id, kind, results: [result] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, results: byScenario(group.results) }))
    .sort((a, b) => REVIEW_KINDS.indexOf(a.kind) - REVIEW_KINDS.indexOf(b.kind) || b.results.length - a.results.length);
}

const byScenario = <T extends { scenarioLabel: string }>(results: readonly T[]): T[] =>
  [...Map.groupBy(results, ({ scenarioLabel }) => scenarioLabel).values()].flat();
