// People's decisions about a problem, and the status that results from them.
import type { Accepted, ProblemState, ProblemStatus } from "./problem.ts";

/** Ends at a date, or when the problem occurs in more places than when it was snoozed, whichever comes first. At least one of the two is set. */
export type Snooze = { by: string; at: Date; note: string | null; until: Date | null; places: number | null };

export type ProblemComment = { id: string; by: string; at: Date; text: string };

/** Fields that only people write, so that runs and people never overwrite each other's data. */
export type PeopleSide = {
  assignee: string | null;
  ticket: string | null;
  snooze: Snooze | null;
  /** Set for problems whose results carry no decision. */
  acceptance: (Accepted & { at: Date }) | null;
  comments: ProblemComment[];
};

export const NOBODY: PeopleSide = { assignee: null, ticket: null, snooze: null, acceptance: null, comments: [] };

export const MAX_COMMENTS = 200;

/** Returns the status. A fixed problem is fixed regardless of decisions, and an acceptance takes precedence over a snooze. */
export function statusWith(
  { status, placeCount, accepted }: Pick<ProblemState, "status" | "placeCount" | "accepted">,
  { snooze, acceptance }: Pick<PeopleSide, "snooze" | "acceptance">,
  now: Date,
): ProblemStatus {
  if (status === "fixed") return "fixed";
  const holds = [accepted, acceptance].some((one) => one && isAhead(one.until, now));
  if (holds) return "accepted";
  if (snooze && isSnoozed(snooze, placeCount, now)) return "snoozed";
  return status === "accepted" ? "ongoing" : status;
}

/** Returns whether the end is still ahead; null means no end. */
export const isAhead = (until: Date | null, now: Date): boolean => until === null || until.getTime() > now.getTime();

export const isSnoozed = ({ until, places }: Snooze, placeCount: number, now: Date): boolean =>
  isAhead(until, now) && (places === null || placeCount <= places);
