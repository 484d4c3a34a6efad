// How a finding stands for a person who works through them.
import type { Outcome } from "./finding.ts";

/** `fixed`: of the run before, and gone. `new`: it failed and the run that it is compared with did not have it. */
export const FINDING_STATUSES = ["new", "standing", "fixed", "accepted"] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

type Stored = {
  outcome: Outcome;
  isNew: boolean | null;
  isNewOnBranch: boolean | null;
  acceptedUntil?: Date | null;
};

/** Of a finding that its run has. An acceptance whose end has passed since the run is none. */
export function statusOfFinding({ outcome, isNew, isNewOnBranch, acceptedUntil }: Stored, at: Date): FindingStatus {
  const lapsed = acceptedUntil != null && acceptedUntil.getTime() <= at.getTime();
  if (outcome === "accepted" && !lapsed) return "accepted";
  // Of another branch than the main one, new is what the main branch does not have.
  return (isNewOnBranch ?? isNew) === true ? "new" : "standing";
}
