// Estimates the effect of a rule on a stored result from regions and page maps, without its pixels.
import { identityAlignment, type RowAlignment } from "./compare/alignRows.ts";
import { areaOf, coveredArea } from "./compare/picture.ts";
import { boxesOfRule } from "./compare/ruleBoxes.ts";
import { applyRules } from "./compare/rules.ts";
import type { Reason, Region, RowShift } from "./outcome.ts";
import type { Box, PageMap } from "./pageMap.ts";
import type { ComparisonRule } from "./shot.ts";

type Size = { width: number; height: number };

/** A judged result with what is known about its page. */
export type JudgedResult = {
  reasons: readonly Reason[];
  changedPixels: number;
  mismatchPercent: number;
  threshold: number;
  regions: readonly Region[];
  shifts: readonly RowShift[];
  sizes: { baseline: Size; test: Size };
  baselineMap: PageMap | null;
  testMap: PageMap | null;
};

/** `covered`: regions under the rule; shares are of the region, 0 to 1. */
export type RuleEffect = {
  /** Number of elements that the selector matches in the new screenshot; null if the stored map cannot tell. */
  matched: number | null;
  covered: { selector: string; kind: Region["kind"]; share: number; under: number }[];
  mismatchAfter: number | null;
  /** null if only a run can tell; `why` says so. */
  wouldPass: boolean | null;
  why: string;
};

/** Minimum covered share of a region, because its box is larger than its changed pixels. */
const COVERED = 0.02;
const WHOLE = 0.999;

/**
 * Returns the estimated effect of a rule. `rules` are all current rules of the scenario; `ruleId` is the one that was set. Exact if the
 * rule covers whole regions; if it covers part of one, its changed pixels are assumed to be spread evenly.
 */
export function ruleEffect(result: JudgedResult, rules: readonly ComparisonRule[], ruleId: string): RuleEffect {
  const { testMap, baselineMap, sizes } = result;
  const unknown = (why: string, matched: number | null = null): RuleEffect => ({
    matched,
    covered: [],
    mismatchAfter: null,
    wouldPass: null,
    why,
  });
  if (!testMap || !baselineMap) return unknown("The stored result has no page maps: run the test to find out.");
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) throw new Error(`There is no rule ${ruleId} among the rules.`);

  const alignment = alignmentOf(result.shifts, sizes.baseline.height, sizes.test.height);
  const scale = testMap.width > 0 ? sizes.test.width / testMap.width : 1;
  const given = { baselineMap, testMap, alignment, scale };
  const own = applyRules({ ...given, rules: [rule] });
  const boxes = [...own.masked, ...own.full];
  const doubt = own.warnings[0]?.message ?? "";
  if (boxes.length === 0)
    return unknown(doubt || `"${rule.selector}" matches nothing on the page as captured.`, doubt ? null : 0);
  const matched = boxesOfRule(testMap, rule).boxes.length;
  if (rule.mode === "full") return unknown("What other rules hid here is not stored: run the test to see it.", matched);

  const all = applyRules({ ...given, rules });
  const under = (region: Region, of: typeof all): number => {
    const areas = inBaseline(region, result) ? { masked: of.maskedBaseline, full: [] } : of;
    return coveredBy(areas, region.box);
  };
  const covered = result.regions
    .map((region) => ({ region, under: under(region, own) }))
    .filter((one) => one.under >= COVERED);
  let remaining = result.changedPixels;
  for (const region of result.regions) remaining -= region.changedPixels * under(region, all);
  remaining = Math.max(0, remaining);
  const counted = countedAfter(result, all);
  const mismatchAfter = counted > 0 ? (remaining / counted) * 100 : 0;
  const verdict = verdictOf(result, mismatchAfter, all.findings, (region) => under(region, all) >= WHOLE);
  return {
    matched,
    covered: covered.map(({ region, under: part }) => ({
      selector: region.selector,
      kind: region.kind,
      share: region.share,
      under: part,
    })),
    mismatchAfter,
    ...verdict,
    why: [verdict.why, doubt].filter(Boolean).join(" "),
  };
}

function verdictOf(
  { threshold, regions, shifts, sizes, reasons }: JudgedResult,
  mismatchAfter: number,
  findings: readonly Reason[],
  hidden: (region: Region) => boolean,
): Pick<RuleEffect, "wouldPass" | "why"> {
  const [finding] = findings;
  if (finding) return { wouldPass: false, why: finding.message };
  if (reasons.some(({ code }) => code === "size_changed")) {
    const bands = regions.filter((region) => isBand(region, shifts, sizes));
    if (sizes.baseline.width !== sizes.test.width || bands.length === 0 || !bands.every(hidden))
      return { wouldPass: false, why: "The size of the page changed outside the rule." };
  }
  const percent = `${Number(mismatchAfter.toPrecision(3))} %`;
  return mismatchAfter > threshold
    ? { wouldPass: false, why: `About ${percent} would still differ, more than the threshold of ${threshold} %.` }
    : { wouldPass: true, why: `About ${percent} would still differ; the threshold of ${threshold} % allows it.` };
}

/** Whether the region consists of whole rows that only one of the screenshots has. */
function isBand(
  { box, kind }: Region,
  shifts: readonly RowShift[],
  { baseline, test }: JudgedResult["sizes"],
): boolean {
  if (kind !== "added" && kind !== "removed") return false;
  const common = Math.min(baseline.height, test.height);
  return box.y >= common || shifts.some(({ y, height }) => y === box.y && height === box.height);
}

/** Whether the region's place is in the baseline, as for removed rows. */
function inBaseline(region: Region, { shifts, sizes }: JudgedResult): boolean {
  return region.kind === "removed" && isBand(region, shifts, sizes);
}

/** Returns the covered share, 0 to 1. `full` wins over `masked`. */
function coveredBy({ masked, full }: { masked: readonly Box[]; full: readonly Box[] }, box: Box): number {
  const area = areaOf(box);
  if (area === 0) return 0;
  return (coveredArea([...masked, ...full], box) - coveredArea(full, box)) / area;
}

/** Returns the number of counted pixels under the rules. The stored reasons tell how many there were and how many were under rules at the time. */
function countedAfter({ reasons, sizes }: JudgedResult, areas: { masked: Box[]; full: Box[] }): number {
  const data = reasons.find(({ data: d }) => typeof d?.countedPixels === "number")?.data;
  const page: Box = { x: 0, y: 0, ...sizes.test };
  const whole = data
    ? Number(data.countedPixels) + Number(data.ignoredPixels ?? 0)
    : sizes.test.width * Math.max(sizes.test.height, sizes.baseline.height);
  return Math.max(0, whole - coveredBy(areas, page) * areaOf(page));
}

/** Returns the row alignment described by the shifts of a result. */
export function alignmentOf(shifts: readonly RowShift[], baselineHeight: number, testHeight: number): RowAlignment {
  if (shifts.length === 0) return identityAlignment(baselineHeight, testHeight);
  const segments: RowAlignment["segments"] = [];
  let [a, b] = [0, 0];
  const upTo = (height: number) => {
    if (height > 0) segments.push({ baselineY: a, testY: b, height });
    a += Math.max(0, height);
    b += Math.max(0, height);
  };
  // Bands are sorted from the top, and the distance to the previous band is the same in both screenshots.
  for (const band of shifts) {
    upTo(band.kind === "inserted" ? band.y - b : band.y - a);
    if (band.kind === "inserted") b += band.height;
    else a += band.height;
  }
  upTo(Math.min(baselineHeight - a, testHeight - b));
  return { segments, bands: [...shifts], reported: true };
}
