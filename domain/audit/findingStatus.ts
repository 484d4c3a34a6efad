// How a finding stands for a person who works through them.
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

/** Of another branch than the main one, new is what the main branch does not have. null: nothing to compare with. */
export const isNewFinding = ({ isNew, isNewOnBranch }: Pick<Stored, "isNew" | "isNewOnBranch">): boolean | null =>
  isNewOnBranch ?? isNew;

/** Of a finding that its run has. An acceptance whose end has passed since the run is none. */
export function statusOfFinding({ outcome, acceptedUntil, ...found }: Stored, at: Date): FindingStatus {
  const lapsed = acceptedUntil != null && acceptedUntil.getTime() <= at.getTime();
  if (outcome === "accepted" && !lapsed) return "accepted";
  return isNewFinding(found) === true ? "new" : "standing";
}
