// Status of a finding as people who work through findings see it.
import { FINDING_STATUSES } from "../words/statuses.ts";
import type { Outcome } from "./finding.ts";

export { FINDING_STATUSES };
export type FindingStatus = (typeof FINDING_STATUSES)[number];

type Stored = {
  outcome: Outcome;
  isNew: boolean | null;
  isNewOnBranch: boolean | null;
  acceptedUntil?: Date | null;
};

/** Returns whether a finding is new. On a branch, a finding is new if the main branch does not have it. null: there is nothing to compare with. */
export const isNewFinding = ({ isNew, isNewOnBranch }: Pick<Stored, "isNew" | "isNewOnBranch">): boolean | null =>
  isNewOnBranch ?? isNew;

/** Returns the status of a finding that its run reported. An acceptance that has expired since the run is ignored. */
export function statusOfFinding({ outcome, acceptedUntil, ...found }: Stored, at: Date): FindingStatus {
  const lapsed = acceptedUntil != null && acceptedUntil.getTime() <= at.getTime();
  if (outcome === "accepted" && !lapsed) return "accepted";
  return isNewFinding(found) === true ? "new" : "standing";
}
