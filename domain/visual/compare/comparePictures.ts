// One pair from decoded pictures to a verdict: align, diff, cluster, classify, decide.
import type { Comparison, Reason, Region } from "../outcome.ts";
import type { PageMap } from "../pageMap.ts";
import type { ComparisonRule } from "../shot.ts";
import { alignRows, identityAlignment, type RowAlignment } from "./alignRows.ts";
import { bandsOf } from "./bands.ts";
import { classify } from "./classify.ts";
import { diffPixels } from "./diffPixels.ts";
import { type ElementChange, elementChanges } from "./elementChanges.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { prepareMask } from "./mask.ts";
import { bandOwner, extraColumns } from "./oneSided.ts";
import { crop, type Picture, type SamePixels } from "./picture.ts";
import { pixelKind } from "./pixelKind.ts";
import { bandTop, projectRow } from "./projectRows.ts";
import { findRegions } from "./regions.ts";
import { applyRules } from "./rules.ts";
import { decide } from "./verdict.ts";

export type CompareInput = {
  baseline: Picture;
  test: Picture;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  rules: readonly ComparisonRule[];
  /** Percent of the counted pixels. */
  misMatchThreshold: number;
  /** Colour distance from which a pixel counts, 0 to 1; 0.1 unless set. */
  pixelThreshold?: number;
  /** Look for inserted and removed rows. Without it equal sizes count exactly as pixelmatch 7.2 does. */
  align: boolean;
  /** A native comparison of bytes, when the runtime has one. */
  same?: SamePixels;
  /** ms; for `timings`. */
  now?: () => number;
};

/** `mask`: a byte a pixel (diffPixels.ts), `maskWidth` wide: narrower than the test picture when the baseline is narrower. */
export type CompareResult = {
  comparison: Comparison;
  mask: Uint8Array;
  maskWidth: number;
  /** Rows of the test picture above which rows were taken out. */
  removedAt: number[];
};

export function comparePictures(input: CompareInput): CompareResult {
  const clock = stopwatch(input.now ?? (() => 0));
  const width = Math.min(input.baseline.width, input.test.width);
  const baseline = crop(input.baseline, width, input.baseline.height);
  const test = crop(input.test, width, input.test.height);
  const alignment =
    input.align && input.baseline.width === input.test.width
      ? alignRows(baseline, test, input.same)
      : identityAlignment(baseline.height, test.height);
  clock.lap("align");

  const scale = scaleOf(input);
  const rules = applyRules({ ...input, alignment, scale });
  const prepared = prepareMask(width, test, alignment, rules);
  clock.lap("rules");
  const { mask, rowCounts } = prepared;
  const diffCount = diffPixels(baseline, test, alignment.segments, mask, {
    threshold: input.pixelThreshold,
    same: input.same,
    rowCounts,
  });
  const columns = extraColumns(input.baseline, input.test, rules);
  const changedPixels = diffCount + prepared.bandPixels + columns.pixels;
  const countedPixels = prepared.countedPixels + columns.pixels;
  clock.lap("diff");

  const changes = changedPixels > 0 ? changesOf(input, alignment, scale) : [];
  const offsetAt = (y: number): number => {
    const segment = alignment.segments.findLast(({ testY }) => testY <= y);
    return segment ? segment.baselineY - segment.testY : 0;
  };
  const changed = classify({
    regions: diffCount > 0 ? findRegions(mask, width, test.height).regions : [],
    changedPixels,
    changes,
    testMap: input.testMap,
    scale,
    pixelKind: (box) => pixelKind(baseline, test, box, offsetAt(box.y)),
  });
  const oneSided: Region[] = [
    ...prepared.countedBands.map((band) => ({
      ...bandOwner(band, changes, scale),
      box: { x: 0, y: band.y, width, height: band.height },
      kind: band.kind === "inserted" ? ("added" as const) : ("removed" as const),
      changedPixels: band.pixels,
      share: band.pixels / changedPixels,
    })),
    ...columns.regions.map((region) => ({ ...region, share: region.changedPixels / changedPixels })),
  ];
  const regions = [...changed, ...oneSided].sort((a, b) => b.changedPixels - a.changedPixels);
  clock.lap("regions");

  const shifts = alignment.reported ? alignment.bands : [];
  const removed = prepared.countedBands
    .filter(({ kind }) => kind === "removed")
    .map((band) => ({ y: bandTop(alignment, band), pixels: band.pixels }));
  const sizes = { baseline: sizeOf(input.baseline), test: sizeOf(input.test) };
  const comparison: Comparison = {
    ...decide({
      changedPixels,
      countedPixels,
      ignoredPixels: prepared.ignoredPixels,
      misMatchThreshold: input.misMatchThreshold,
      sizes,
      sizeExplained: prepared.countedBands.length === 0 && columns.regions.length === 0,
      shifts,
      regions,
      findings: rules.findings,
      warnings: rules.warnings,
    }),
    changedPixels,
    countedPixels,
    regions,
    shifts,
    bands: changedPixels > 0 ? bandsOf(rowCounts, width, removed) : [],
    fingerprint: fingerprintOf({
      baseline,
      test,
      mask,
      segments: alignment.segments,
      regions: changed,
      bands: prepared.countedBands,
      findings: [...rules.findings.map(findingName), ...columns.regions.map(({ kind, box }) => `${kind} ${box.width}`)],
    }),
    sizes,
    timings: {},
  };
  clock.lap("verdict");
  return {
    comparison: { ...comparison, timings: clock.laps },
    mask,
    maskWidth: width,
    removedAt: removed.map(({ y }) => y),
  };
}

/** Pictures without any difference, known from their bytes: nothing has to be decoded or judged. */
export function equalComparison(width: number, height: number, timings: Record<string, number>): Comparison {
  return {
    verdict: "passed",
    reasons: [{ code: "equal", message: "Both pictures are the same, pixel by pixel." }],
    mismatchPercent: 0,
    changedPixels: 0,
    countedPixels: width * height,
    regions: [],
    shifts: [],
    bands: [],
    fingerprint: "",
    sizes: { baseline: { width, height }, test: { width, height } },
    timings,
  };
}

const sizeOf = ({ width, height }: Picture) => ({ width, height });

const findingName = ({ code, data }: Reason): string => `${code} ${data?.selector ?? ""}`;

/** A picture of a page has the width of its map times the device scale. */
function scaleOf({ test, testMap, baseline, baselineMap }: CompareInput): number {
  if (testMap && testMap.width > 0) return test.width / testMap.width;
  return baselineMap && baselineMap.width > 0 ? baseline.width / baselineMap.width : 1;
}

function changesOf(input: CompareInput, alignment: RowAlignment, scale: number): ElementChange[] {
  if (input.baselineMap === null || input.testMap === null) return [];
  return elementChanges(
    input.baselineMap,
    input.testMap,
    (y) => y + (projectRow(alignment, Math.round(y * scale)) - Math.round(y * scale)) / scale,
  );
}

function stopwatch(now: () => number): { laps: Record<string, number>; lap: (name: string) => void } {
  let last = now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name) {
      const at = now();
      laps[name] = at - last;
      last = at;
    },
  };
}
