// What is reported of one uploaded screenshot while its test still runs. The run compares it again when it ends, by the same rules. Pure.
import type { Comparison, Reason } from "./outcome.ts";
import { shotWords } from "./reading/shotWords.ts";

/** Changes and reasons that one answer names. */
export const MAX_TOLD = 20;

export type UploadVerdict = {
  /** `new`: no baseline yet. */
  status: "passed" | "failed" | "new" | "error";
  /** Percent of the compared pixels. */
  mismatchPercent: number | null;
  reasons: Reason[];
  /** What changed, the largest first; `selector`: at most three levels, for people. */
  changes: { sentence: string; selector: string }[];
  /** How many changed, of which `changes` names the first. */
  changeCount: number;
};

/** A verdict without a comparison. */
export const verdictWithout = (status: UploadVerdict["status"], reasons: Reason[]): UploadVerdict => ({
  status,
  mismatchPercent: null,
  reasons: reasons.slice(0, MAX_TOLD),
  changes: [],
  changeCount: 0,
});

/** The verdict of a comparison: `reasons` are those beside its own. */
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
