// Decides where a problem is accepted.
import { isAudit, type Pillar } from "../audit/pillars.ts";
import type { ProblemEvidence } from "./problem.ts";

const SCREENSHOT =
  "A screenshot is approved as a whole. Open the review of the run and approve the screenshots that show this change.";
const FINDING =
  "Findings are accepted until a date, in the run that has them. Open the audit and accept the finding there.";

/** Returns why a problem cannot be accepted itself, as a sentence: its results carry the decision. null if it can. */
export function acceptedElsewhere({ pillar, evidence }: { pillar: Pillar; evidence: ProblemEvidence }): string | null {
  // Only changes of screenshots have a percentage of differing pixels.
  if (evidence.mismatchPercent !== undefined) return SCREENSHOT;
  return isAudit(pillar) ? FINDING : null;
}
