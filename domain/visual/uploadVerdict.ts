// The verdict on one uploaded screenshot, reported while its test is still running. The run compares it again when it ends, by the same
// rules. Pure.
import type { Comparison, Reason } from "./outcome.ts";
import { shotWords } from "./reading/shotWords.ts";

/** Maximum number of changes and reasons in one response. */
export const MAX_TOLD = 20;

export type UploadVerdict = {
  /** `new`: no baseline yet. */
  status: "passed" | "failed" | "new" | "error";
  /** Percent of the compared pixels. */
  mismatchPercent: number | null;
  reasons: Reason[];
  /** Changes, largest first; `selector` has at most three levels, for display. */
  changes: { sentence: string; selector: string }[];
  /** Total number of changes, of which `changes` has the first. */
  changeCount: number;
};

/** Returns a verdict without a comparison. */
export const verdictWithout = (status: UploadVerdict["status"], reasons: Reason[]): UploadVerdict => ({
  status,
  mismatchPercent: null,
  reasons: reasons.slice(0, MAX_TOLD),
  changes: [],
  changeCount: 0,
});

/** Returns the verdict of a comparison. `reasons` are added to the comparison's own. */
export function verdictOfComparison(
  status: "passed" | "failed",
  { mismatchPercent, regions, changes }: Pick<Comparison, "mismatchPercent" | "regions" | "changes">,
  reasons: Reason[],
): UploadVerdict {
  const told = status === "passed" ? [] : shotWords({ changes, regions });
  return {
    status,
    mismatchPercent,
    reasons: reasons.slice(0, MAX_TOLD),
    changes: told.slice(0, MAX_TOLD).map(({ sentence, selector }) => ({ sentence, selector })),
    changeCount: told.length,
  };
}
