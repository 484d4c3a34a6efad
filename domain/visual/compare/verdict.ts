// The decision over one pair, from its numbers.
import type { Comparison, Reason, Region, RowShift } from "../outcome.ts";

export type VerdictInput = {
  changedPixels: number;
  countedPixels: number;
  /** Pixels of the test picture under rules. */
  ignoredPixels: number;
  misMatchThreshold: number;
  sizes: Comparison["sizes"];
  /** Every row and column that one picture has more than the other lies in an area that rules mask. */
  sizeExplained: boolean;
  shifts: readonly RowShift[];
  regions: readonly Region[];
  findings: readonly Reason[];
  warnings: readonly Reason[];
};

export type Verdict = Pick<Comparison, "verdict" | "reasons" | "mismatchPercent">;

/**
 * Fails when more than `misMatchThreshold` percent of the counted pixels changed (equal to it passes, as in BackstopJS),
 * when the sizes differ (BackstopJS' requireSameDimensions, on by default) unless masked areas alone account for it, or
 * when a checked box is off. Warnings never decide.
 */
export function decide(input: VerdictInput): Verdict {
  const mismatchPercent = percentOf(input);
  const { baseline, test } = input.sizes;
  const reasons: Reason[] = [];
  const sizeChanged = baseline.width !== test.width || baseline.height !== test.height;
  if (sizeChanged && !input.sizeExplained) reasons.push(sizeReason(input));
  reasons.push(...input.findings);
  const failed = reasons.length > 0 || mismatchPercent > input.misMatchThreshold;
  reasons.push(pixelReason(input, mismatchPercent), ...input.warnings);
  return { verdict: failed ? "failed" : "passed", reasons, mismatchPercent };
}

/** With nothing left to count (all is masked) nothing mismatches. */
function percentOf({ changedPixels, countedPixels }: VerdictInput): number {
  return countedPixels > 0 ? (changedPixels / countedPixels) * 100 : 0;
}

function sizeReason({ sizes: { baseline, test }, shifts }: VerdictInput): Reason {
  const where = shifts.length > 0 ? `: ${shifts.map(shiftText).join(", ")}` : "";
  return {
    code: "size_changed",
    message: `The page was ${baseline.width}×${baseline.height} px and is ${test.width}×${test.height} px${where}.`,
    data: {
      baselineWidth: baseline.width,
      baselineHeight: baseline.height,
      testWidth: test.width,
      testHeight: test.height,
    },
  };
}

function pixelReason(input: VerdictInput, mismatchPercent: number): Reason {
  const { changedPixels, countedPixels, misMatchThreshold, ignoredPixels } = input;
  const data = { mismatchPercent, misMatchThreshold, changedPixels, countedPixels, ignoredPixels };
  const share = `${readable(mismatchPercent)} % of the pixels differ`;
  if (mismatchPercent > misMatchThreshold)
    return {
      code: "mismatch",
      message: `${share}, more than the threshold of ${misMatchThreshold} %${largestText(input)}.`,
      data,
    };
  if (changedPixels > 0)
    return {
      code: "within_threshold",
      message: `${share}, which the threshold of ${misMatchThreshold} % allows${largestText(input)}.`,
      data,
    };
  const masked = ignoredPixels > 0 ? `; ${ignoredPixels} pixels lie under rules` : "";
  return { code: "equal", message: `No pixel that counts differs${masked}.`, data };
}

function largestText({ regions, shifts, sizes }: VerdictInput): string {
  const sameSize = sizes.baseline.height === sizes.test.height;
  if (shifts.length > 0 && sameSize) return `: ${shifts.map(shiftText).join(", ")}`;
  const [largest] = regions;
  if (!largest) return "";
  const what = largest.selector ? ` "${largest.selector}"` : "";
  return `; the largest change (${largest.kind})${what} is at x=${largest.box.x}, y=${largest.box.y}`;
}

/** "+24 px at y=812" */
export function shiftText({ kind, y, height }: RowShift): string {
  return `${kind === "inserted" ? "+" : "−"}${height} px at y=${y}`;
}

/** Three significant digits, never 0 for something that is not. */
function readable(percent: number): string {
  return String(Number(percent.toPrecision(3)));
}
