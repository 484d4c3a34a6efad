// Takes one pair of decoded pictures to a verdict: align, diff, cluster, classify, decide.
import type { Comparison, Reason, Region } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import { withWidth } from "../reading/pageWidth.ts";
import { readChanges } from "../reading/readChanges.ts";
import { markTiny } from "../reading/tiny.ts";
import type { ComparisonRule } from "../shot.ts";
import { alignRows, identityAlignment, type RowAlignment } from "./alignRows.ts";
import { bandsOf } from "./bands.ts";
import { classify } from "./classify.ts";
import { contentChanges } from "./contentChanges.ts";
import { ANTIALIASED, CHANGED, diffPixels, IGNORED, SAME, SHIFTED, SLIGHT } from "./diffPixels.ts";
import { type ElementChange, elementChanges } from "./elementChanges.ts";
import { type FingerprintInput, fingerprintOf, hashText, lookOfBand, lookOfRegion } from "./fingerprint.ts";
import { largestFlatChange } from "./flatChanges.ts";
import { type ContentPolicy, judgementOf, OTHER_RENDERER } from "./judgement.ts";
import { prepareMask } from "./mask.ts";
import { bandOwner, extraColumns } from "./oneSided.ts";
import { crop, type Picture, type SamePixels, toPixels } from "./picture.ts";
import { pixelKind } from "./pixelKind.ts";
import { bandTop, projectRow } from "./projectRows.ts";
import { findRegions, MAX_REGIONS } from "./regions.ts";
import { applyRestless, type RestlessParts } from "./restless.ts";
import { applyRules } from "./rules.ts";
import { hiddenReasons, hidingReason, ruleUses } from "./ruleUse.ts";
import { decide } from "./verdict.ts";

export type CompareInput = {
  baseline: Picture;
  test: Picture;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  rules: readonly ComparisonRule[];
  /** Percent of the counted pixels; 0 if no tolerance was chosen. */
  misMatchThreshold: number;
  /** Whether both were drawn by the same browser build with the same fonts, platform and scale. Default: true. */
  sameRenderer?: boolean | undefined;
  /** The project's policy. Default: none. */
  contentChanges?: ContentPolicy | null | undefined;
  /**
   * Parts that kept changing while one of the screenshots was taken. They are excluded from the score; their elements are checked for size
   * and place.
   */
  restless?: RestlessParts | undefined;
  /** Colour distance from which a pixel counts, 0 to 1; anti-aliasing is excluded, as in pixelmatch. Default: the distance of the judgement. */
  pixelThreshold?: number | undefined;
  /** Whether to look for inserted and removed rows. If false, pictures of equal size are counted exactly as by pixelmatch 7.2. */
  align: boolean;
  /** Native byte comparison, if the runtime has one. */
  same?: SamePixels;
  /** Clock in ms, for `timings`. */
  now?: () => number;
};

/** `mask`: one byte per pixel (see diffPixels.ts), `maskWidth` wide; narrower than the test screenshot if the baseline is narrower. */
export type CompareResult = {
  comparison: Comparison;
  mask: Uint8Array;
  maskWidth: number;
  /** Rows of the test screenshot above which rows were removed. */
  removedAt: number[];
  /** Boxes of the changes that are visible in the test screenshot. Content that only the baseline has lies at other rows. */
  outlines: Box[];
};

/** Maximum number of changes per result that are stored with their texts; the names of all changes are stored. */
export const MAX_CHANGES = 30;

export function comparePictures(input: CompareInput): CompareResult {
  const clock = stopwatch(input.now ?? (() => 0));
  const judgement = judgementOf({
    misMatchThreshold: input.misMatchThreshold,
    sameRenderer: input.sameRenderer ?? true,
    contentChanges: input.contentChanges ?? null,
  });
  const width = Math.min(input.baseline.width, input.test.width);
  const baseline = crop(input.baseline, { x: 0, y: 0, width, height: input.baseline.height });
  const test = crop(input.test, { x: 0, y: 0, width, height: input.test.height });
  const alignment =
    input.align && input.baseline.width === input.test.width
      ? alignRows(baseline, test, input.same)
      : identityAlignment(baseline.height, test.height);
  clock.lap("align");

  const scale = scaleOf(input);
  const given = { ...input, restless: input.restless ?? { baseline: [], test: [] }, alignment, scale };
  const rules = applyRestless(applyRules(given), given);
  const prepared = prepareMask({ ...given, baseline, test }, rules);
  clock.lap("rules");
  const { mask, rowCounts } = prepared;
  const uses = ruleUses(rules.areas, { baseline, test, alignment, full: rules.full });
  const hiding = hidingReason(rules.areas, test, rules.full);
  const diffCount = diffPixels(baseline, test, alignment.segments, mask, {
    threshold: input.pixelThreshold ?? judgement.distance,
    smoothing: input.pixelThreshold === undefined ? judgement.smoothing : "ignored",
    same: input.same,
    rowCounts,
  });
  const columns = extraColumns(input.baseline, input.test, rules);
  const changedPixels = diffCount + prepared.bandPixels + columns.pixels;
  const countedPixels = prepared.countedPixels + columns.pixels;
  clock.lap("diff");

  const slight = slightPixels(mask, width, diffCount === 0);
  const differingPixels = changedPixels + slight.pixels;
  const changes = differingPixels > 0 ? changesOf(input, alignment, scale) : [];
  const content = contentChanges(changes, judgement.kind, (box) => differs(mask, width, toPixels(box, scale)));
  const offsetAt = (y: number): number => {
    const segment = alignment.segments.findLast(({ testY }) => testY <= y);
    return segment ? segment.baselineY - segment.testY : 0;
  };
  const found = diffCount > 0 ? findRegions(mask, width, test.height, Number.POSITIVE_INFINITY) : [];
  const unlisted = found.slice(MAX_REGIONS).map(({ box }) => ({ box, kind: "other" as const }));
  const classified = classify({
    regions: found.slice(0, MAX_REGIONS),
    changedPixels,
    changes,
    testMap: input.testMap,
    scale,
    pixelKind: (box) => pixelKind(baseline, test, box, offsetAt(box.y)),
  });
  clock.lap("regions");
  const kinds = new Map(classified.map(({ box, kind }) => [box, kind]));
  const ruleNames = rules.findings.map(findingName);
  const named = {
    baseline,
    test,
    mask,
    segments: alignment.segments,
    regions: classified,
    bands: prepared.countedBands,
    findings: [...ruleNames, ...columns.regions.map(({ kind, box }) => `${kind} ${box.width}`)],
  } satisfies FingerprintInput;
  const reading =
    differingPixels > 0
      ? readChanges({
          baselineMap: input.baselineMap,
          testMap: input.testMap,
          scale,
          bands: prepared.countedBands,
          regions: named.regions.map(({ box, changedPixels: pixels }) => ({ box, changedPixels: pixels })),
          projectY: projection(alignment, scale),
          differs: (box) => differs(mask, width, box),
          count: (box) => changedIn(mask, width, box),
          lookOfRegion: ({ box }) => lookOfRegion(named, { box, kind: kinds.get(box) ?? "other" }),
          lookOfBand: (band) => lookOfBand(named, band),
        })
      : { changes: [], ofRegions: [], ofBands: [] };
  clock.lap("read");
  const surplus = columns.regions.map((region) => ({ ...region, share: region.changedPixels / changedPixels }));
  const told = withWidth(reading, surplus[0]);
  const changed = classified.map((region, index) => ({ ...region, cause: told.ofRegions[index]! }));
  const oneSided: Region[] = [
    ...prepared.countedBands.map((band, index) => {
      const change = bandOwner(band, changes, scale);
      const owner = change?.after ?? change?.before;
      return {
        selector: owner?.selector ?? "",
        text: owner?.text ?? "",
        box: { x: 0, y: band.y, width, height: band.height },
        kind: band.kind === "inserted" ? ("added" as const) : ("removed" as const),
        changedPixels: band.pixels,
        share: band.pixels / changedPixels,
        cause: told.ofBands[index]!,
      };
    }),
    ...surplus,
  ];
  const regions = [...changed, ...oneSided].sort((a, b) => b.changedPixels - a.changedPixels);

  const shifts = alignment.reported ? alignment.bands : [];
  const removed = prepared.countedBands
    .filter(({ kind }) => kind === "removed")
    .map((band) => ({ y: bandTop(alignment, band), pixels: band.pixels }));
  const sizes = { baseline: sizeOf(input.baseline), test: sizeOf(input.test) };
  const comparison: Comparison = {
    ...decide({
      judgement,
      changedPixels,
      differingPixels,
      slightAt: slight.at,
      content,
      changes: reading.changes,
      flatChange:
        judgement.kind === "other_renderer"
          ? largestFlatChange(baseline, test, alignment.segments, mask, OTHER_RENDERER.flatDistance)
          : null,
      countedPixels,
      ignoredPixels: prepared.ignoredPixels,
      misMatchThreshold: input.misMatchThreshold,
      sizes,
      sizeExplained: prepared.countedBands.every(({ explained }) => explained) && columns.regions.length === 0,
      shifts,
      regions,
      regionCount: found.length,
      findings: hiding?.fails ? [hiding.reason, ...rules.findings] : rules.findings,
      warnings: [...(hiding && !hiding.fails ? [hiding.reason] : []), ...rules.warnings, ...hiddenReasons(uses)],
    }),
    changedPixels,
    differingPixels,
    countedPixels,
    regions,
    shifts,
    bands: changedPixels > 0 ? bandsOf(rowCounts, width, removed, columns) : [],
    fingerprint: fingerprintOf({ ...named, regions: [...named.regions, ...unlisted] }),
    causes: [
      ...new Set([
        ...told.changes.map(({ key }) => key),
        ...regions.map(({ cause }) => cause ?? ""),
        ...ruleNames.map((name) => hashText(`rule ${name}`)),
      ]),
    ],
    changes: markTiny(told.changes, regions).slice(0, MAX_CHANGES),
    sizes,
    ruleUse: uses,
    timings: {},
  };
  clock.lap("verdict");
  return {
    comparison: { ...comparison, timings: clock.laps },
    mask,
    maskWidth: width,
    removedAt: removed.map(({ y }) => y),
    outlines: [...changed, ...oneSided.filter(({ kind }) => kind === "added")].map(({ box }) => box),
  };
}

/** Returns the comparison of two screenshots with identical bytes, which need no decoding or judging. */
export function equalComparison(width: number, height: number, timings: Record<string, number>): Comparison {
  return {
    verdict: "passed",
    reasons: [{ code: "equal", message: "Both screenshots are identical, pixel by pixel." }],
    mismatchPercent: 0,
    changedPixels: 0,
    differingPixels: 0,
    countedPixels: width * height,
    regions: [],
    shifts: [],
    bands: [],
    fingerprint: "",
    causes: [],
    changes: [],
    sizes: { baseline: { width, height }, test: { width, height } },
    timings,
  };
}

/** Counts pixels that differ too little to count. `at` is the first of them; it is only searched for if requested. */
function slightPixels(
  mask: Uint8Array,
  width: number,
  wanted: boolean,
): { pixels: number; at: { x: number; y: number } | null } {
  let pixels = 0;
  let first = -1;
  for (let at = 0; at < mask.length; at++) {
    const value = mask[at]!;
    if (value !== ANTIALIASED && value !== SLIGHT) continue;
    if (first < 0) first = at;
    pixels++;
  }
  return { pixels, at: wanted && first >= 0 ? { x: first % width, y: Math.floor(first / width) } : null };
}

/** Whether any pixel of the box differs, however little. */
const differs = (mask: Uint8Array, width: number, box: Box): boolean =>
  countIn(mask, width, box, (value) => value !== SAME && value !== IGNORED, 1) > 0;

/** Returns the number of pixels in the box that count as changed. */
const changedIn = (mask: Uint8Array, width: number, box: Box): number =>
  countIn(mask, width, box, (value) => value === CHANGED || value === SHIFTED);

/** Returns the number of such pixels in the box, at most `most`. */
function countIn(
  mask: Uint8Array,
  width: number,
  { x, y, ...size }: Box,
  is: (value: number) => boolean,
  most = Number.POSITIVE_INFINITY,
): number {
  const left = Math.max(0, x);
  const right = Math.min(width, x + size.width);
  const bottom = Math.min(mask.length / width, y + size.height);
  let found = 0;
  for (let row = Math.max(0, y); row < bottom; row++)
    for (let at = row * width + left; at < row * width + right; at++)
      if (is(mask[at]!) && ++found >= most) return found;
  return found;
}

const sizeOf = ({ width, height }: Picture) => ({ width, height });

const findingName = ({ code, data }: Reason): string => `${code} ${data?.selector ?? ""}`;

/** A page's screenshot is as wide as its map times the device scale. */
function scaleOf({ test, testMap, baseline, baselineMap }: CompareInput): number {
  if (testMap && testMap.width > 0) return test.width / testMap.width;
  return baselineMap && baselineMap.width > 0 ? baseline.width / baselineMap.width : 1;
}

/** Maps a row of the baseline to its row in the test screenshot, in CSS pixels. */
const projection =
  (alignment: RowAlignment, scale: number) =>
  (y: number): number =>
    y + (projectRow(alignment, Math.round(y * scale)) - Math.round(y * scale)) / scale;

function changesOf(input: CompareInput, alignment: RowAlignment, scale: number): ElementChange[] {
  if (input.baselineMap === null || input.testMap === null) return [];
  return elementChanges(input.baselineMap, input.testMap, projection(alignment, scale));
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
