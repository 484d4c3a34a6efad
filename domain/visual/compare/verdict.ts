// Decides the verdict of one pair from its numbers.
import type { Comparison, Reason, Region, RowShift } from "../outcome.ts";
import { readablePercent } from "../percent.ts";
import type { Change, ChangeKind } from "../reading/change.ts";
import { changeSentence } from "../reading/sentence.ts";
import type { ElementChange } from "./elementChanges.ts";
import type { FlatChange } from "./flatChanges.ts";
import { type Judgement, OTHER_RENDERER } from "./judgement.ts";
import { MAX_REGIONS } from "./regions.ts";

export type VerdictInput = {
  judgement: Judgement;
  changedPixels: number;
  /** Number of pixels that differ, however little, including those of `changedPixels`; and the place of the first one that does not count. */
  differingPixels: number;
  slightAt: { x: number; y: number } | null;
  countedPixels: number;
  /** Pixels of the test screenshot under rules. */
  ignoredPixels: number;
  misMatchThreshold: number;
  sizes: Comparison["sizes"];
  /** Whether all surplus rows and columns of either screenshot lie in areas that rules mask. */
  sizeExplained: boolean;
  shifts: readonly RowShift[];
  /** Those that are listed, and the number of all. */
  regions: readonly Region[];
  regionCount: number;
  /** Changes that the page maps show and the pixels confirm (contentChanges.ts). */
  content: readonly ElementChange[];
  /** Changes for the wording of the reasons, largest first. */
  changes: readonly Change[];
  /** Only determined for different renderers. */
  flatChange: FlatChange | null;
  findings: readonly Reason[];
  warnings: readonly Reason[];
};

export type Verdict = Pick<Comparison, "verdict" | "reasons" | "mismatchPercent">;

/** Maximum number of changes named in a sentence; the rest is given as a number. */
const MAX_NAMED = 3;

/**
 * Fails if the pixels fail (see below), if the page maps show changed content and the policy says so, if the sizes differ (BackstopJS'
 * requireSameDimensions, on by default) and masked areas do not account for it, or if a checked box is off. Warnings never affect the
 * verdict.
 */
export function decide(input: VerdictInput): Verdict {
  const mismatchPercent = percentOf(input);
  const { judgement, sizes } = input;
  const reasons: Reason[] = [];
  const sizeChanged = sizes.baseline.width !== sizes.test.width || sizes.baseline.height !== sizes.test.height;
  if (sizeChanged && !input.sizeExplained) reasons.push(sizeReason(input));
  reasons.push(...input.findings);
  const content = judgement.content === "ignore" ? null : contentReason(input);
  if (content && judgement.content === "fail") reasons.push(content);
  const failed = reasons.length > 0 || pixelsFail(input, mismatchPercent);
  reasons.push(pixelReason(input, mismatchPercent));
  if (content && judgement.content === "warn") reasons.push(content);
  reasons.push(...input.warnings);
  return { verdict: failed ? "failed" : "passed", reasons, mismatchPercent };
}

/**
 * Strict: any counted pixel fails. Tolerant: more than `misMatchThreshold` percent of the counted pixels fail (exactly that share passes,
 * as in BackstopJS). Different renderer: a region or a flat colour fails that different drawing of letters and curves cannot explain.
 */
function pixelsFail(input: VerdictInput, mismatchPercent: number): boolean {
  switch (input.judgement.kind) {
    case "strict":
      return input.changedPixels > 0;
    case "tolerant":
      return mismatchPercent > input.misMatchThreshold;
    case "other_renderer":
      return (
        input.regions.some(({ changedPixels }) => changedPixels >= OTHER_RENDERER.regionPixels) ||
        (input.flatChange?.pixels ?? 0) >= OTHER_RENDERER.flatPixels
      );
  }
}

/** If everything is masked, nothing is left to mismatch. */
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

function contentReason({ content, changes }: VerdictInput): Reason | null {
  const [first] = content;
  if (!first) return null;
  const told = [...new Set(changes.filter(({ kind }) => !WITHOUT_CONTENT.has(kind)).map((one) => changeSentence(one)))];
  const more = told.length > MAX_NAMED ? [`${told.length - MAX_NAMED} more`] : [];
  const unnamed = content.length === 1 ? "One element changed" : `${content.length} elements changed`;
  return {
    code: "content_changed",
    message: `${[...told.slice(0, MAX_NAMED), ...more].join("; ") || unnamed}.`,
    data: { selector: first.selector, elements: content.length },
  };
}

/** Changes of pixels and positions that are not explained by content. */
const WITHOUT_CONTENT: ReadonlySet<ChangeKind> = new Set(["resized", "drawing", "unknown"]);

function pixelReason(input: VerdictInput, mismatchPercent: number): Reason {
  const { changedPixels, differingPixels, countedPixels, misMatchThreshold, ignoredPixels, judgement } = input;
  const data = {
    mismatchPercent,
    misMatchThreshold,
    changedPixels,
    differingPixels,
    countedPixels,
    ignoredPixels,
    distance: judgement.distance,
  };
  const share = `${readablePercent(mismatchPercent)} of the pixels (${readable(changedPixels)}) differ`;
  const failed = pixelsFail(input, mismatchPercent);
  const largest = largestText(input) + unlistedText(input);
  if (failed) {
    const flat = input.flatChange;
    if (judgement.kind === "tolerant")
      return {
        code: "mismatch",
        message: `${share}, more than the threshold of ${misMatchThreshold} %${largest}.`,
        data,
      };
    if (judgement.kind === "other_renderer" && flat && flat.pixels >= OTHER_RENDERER.flatPixels && changedPixels === 0)
      return {
        code: "mismatch",
        message: `${readable(flat.pixels)} pixels of one colour changed to another, starting at x=${flat.x}, y=${flat.y}.`,
        data: { ...data, flatPixels: flat.pixels },
      };
    return { code: "mismatch", message: `${share}${largest}.`, data };
  }
  if (changedPixels > 0) {
    const allowed =
      judgement.kind === "tolerant"
        ? `which the threshold of ${misMatchThreshold} % allows`
        : `no region by ${OTHER_RENDERER.regionPixels} pixels or more, which the different renderer explains`;
    return { code: "within_threshold", message: `${share}, ${allowed}${largest}.`, data };
  }
  if (differingPixels > 0) {
    const smoothing = judgement.smoothing === "ignored" ? "anti-aliasing alone or by " : "";
    const place = input.slightAt ? `, the first at x=${input.slightAt.x}, y=${input.slightAt.y}` : "";
    return {
      code: "within_threshold",
      message: `${readable(differingPixels)} pixels differ by ${smoothing}less than the colour distance of ${judgement.distance}${place}; they do not count.`,
      data,
    };
  }
  const masked = ignoredPixels > 0 ? `; ${readable(ignoredPixels)} pixels lie under rules` : "";
  return { code: "equal", message: `No counted pixel differs${masked}.`, data };
}

function largestText({ changes, shifts, sizes }: VerdictInput): string {
  const sameSize = sizes.baseline.height === sizes.test.height;
  const [largest] = changes;
  if (largest && largest.selector !== "") return `. Largest change: ${changeSentence(largest)}`;
  if (shifts.length > 0 && sameSize) return `: ${shifts.map(shiftText).join(", ")}`;
  const box = largest?.box ?? largest?.boxBefore;
  return box ? `. Largest change at x=${box.x}, y=${box.y}` : "";
}

const unlistedText = ({ regionCount }: VerdictInput): string =>
  regionCount > MAX_REGIONS ? `. ${readable(regionCount)} regions differ; the largest ${MAX_REGIONS} are listed` : "";

/** Example: "+24 px at y=812". */
function shiftText({ kind, y, height }: RowShift): string {
  return `${kind === "inserted" ? "+" : "−"}${height} px at y=${y}`;
}

const readable = (count: number): string => count.toLocaleString("en");
