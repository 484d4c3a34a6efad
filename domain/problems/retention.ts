// Decides which problems can be deleted.
import { isAhead, isSnoozed, type PeopleSide } from "./people.ts";
import type { ProblemState } from "./problem.ts";

type Kept = Pick<ProblemState, "status" | "fixedIn" | "accepted" | "placeCount"> & PeopleSide;

/**
 * Returns whether a problem was fixed before `until` and nobody has been concerned with it since: it has no assignee, no ticket, no
 * comment after `until`, and no decision of a person that would apply again if it came back. An acceptance by its results without an end
 * does not count, because the results and the baseline carry it themselves.
 */
export function isForgotten(problem: Kept, { until, now }: { until: Date; now: Date }): boolean {
  const { status, fixedIn, placeCount, accepted, assignee, ticket, snooze, acceptance, comments } = problem;
  if (status !== "fixed" || fixedIn === null || fixedIn.at.getTime() >= until.getTime()) return false;
  const isDecided = [
    assignee !== null,
    ticket !== null,
    snooze !== null && isSnoozed(snooze, placeCount, now),
    acceptance !== null && isAhead(acceptance.until, now),
    accepted !== null && accepted.until !== null && isAhead(accepted.until, now),
    comments.some(({ at }) => at.getTime() >= until.getTime()),
  ];
  return !isDecided.includes(true);
}
