// Reports what each rule did to a comparison: how much it excluded and how much of that differs, so that no rule hides most of a screenshot
// silently.
import { given } from "../../given.ts";
import type { Reason, RuleUse } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { ComparisonRule } from "../shot.ts";
import { percentWords, WARNING_SHARE, WHOLE_SHARE } from "../wideRules/hidesAll.ts";
import { scopeWords } from "../wideRules/scope.ts";
import type { RowAlignment } from "./alignRows.ts";
import { disjoint, without } from "./boxes.ts";
import { areaOf, coveredArea, type Picture, wordsOf } from "./picture.ts";

/** The area that a rule masks, in pixels: `masked` in the test screenshot, `maskedBaseline` in the baseline. */
export type RuleArea = { rule: ComparisonRule; elements: number; masked: Box[]; maskedBaseline: Box[] };

type Pair = { baseline: Picture; test: Picture; alignment: RowAlignment; full: readonly Box[] };

/** Maximum number of boxes counted per rule; more are replaced by one box around them all. */
const MAX_BOXES = 200;

export function ruleUses(areas: readonly RuleArea[], pair: Pair): RuleUse[] {
  const page: Box = { x: 0, y: 0, width: pair.test.width, height: pair.test.height };
  return areas.map(({ rule: { id, selector, mode, scope }, elements, masked, maskedBaseline }) => {
    const boxes = disjoint(distinct(masked)).flatMap((box) => without(box, pair.full));
    const differing = boxes.map((box) => differingIn(box, pair));
    const removed = pair.alignment.bands
      .filter(({ kind }) => kind === "removed")
      .map(({ y, height }) => coveredArea(maskedBaseline, { x: 0, y, width: page.width, height }))
      .filter((area) => area > 0);
    const hidden = [...differing.filter((pixels) => pixels > 0), ...removed];
    return given({
      id,
      selector,
      mode,
      scope,
      elements,
      pixels: coveredArea(boxes, page),
      changedPixels: hidden.reduce((sum, pixels) => sum + pixels, 0),
      changes: hidden.length,
    });
  });
}

/** Removes duplicate boxes. */
function distinct(boxes: readonly Box[]): Box[] {
  const named = new Map(boxes.map((box) => [`${box.x} ${box.y} ${box.width} ${box.height}`, box]));
  return [...named.values()].toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MAX_BOXES);
}

/** Returns the number of pixels in a box of the test screenshot that differ, however little. */
function differingIn(box: Box, { baseline, test, alignment }: Pair): number {
  const [before, after] = [wordsOf(baseline), wordsOf(test)];
  const { width } = test;
  const left = Math.max(0, box.x);
  const right = Math.min(width, box.x + box.width);
  const bottom = Math.min(test.height, box.y + box.height);
  let found = 0;
  for (let y = Math.max(0, box.y); y < bottom; y++) {
    const segment = alignment.segments.find(({ testY, height }) => testY <= y && y < testY + height);
    if (!segment) {
      found += Math.max(0, right - left);
      continue;
    }
    const shift = (segment.baselineY - segment.testY) * width;
    for (let at = y * width + left; at < y * width + right; at++) if (after[at] !== before[at + shift]) found++;
  }
  return found;
}

const nameOf = ({ rule: { selector, scope } }: RuleArea): string =>
  scope === undefined ? `"${selector}"` : `"${selector}" of ${scopeWords(scope)}`;

/**
 * Returns the reason if the rules together leave too much uncompared. All of the screenshot is a failure, because comparing nothing proves
 * nothing, whether the rules ignore it or treat it as dynamic. Most of it is a warning; areas whose place and size are still checked do
 * not count towards that.
 */
export function hidingReason(
  areas: readonly RuleArea[],
  { width, height }: Picture,
  full: readonly Box[],
): { reason: Reason; fails: boolean } | null {
  const page: Box = { x: 0, y: 0, width, height };
  if (areaOf(page) === 0) return null;
  const shareOf = (some: readonly RuleArea[]): number => {
    const boxes = some.flatMap(({ masked }) => masked);
    return (coveredArea([...boxes, ...full], page) - coveredArea(full, page)) / areaOf(page);
  };
  const ignoring = areas.filter(({ rule }) => rule.mode === "ignore");
  const loose = areas.filter(({ rule }) => rule.mode === "ignore" || rule.mode === "dynamic");
  const fails = shareOf(loose) >= WHOLE_SHARE;
  const hiding = fails ? loose : ignoring;
  const share = shareOf(hiding);
  if (share < WARNING_SHARE) return null;
  const largest = hiding.toSorted((a, b) => coveredArea(b.masked, page) - coveredArea(a.masked, page));
  const names = largest.slice(0, 3).map(nameOf).join(", ");
  const modes = [...new Set(hiding.map(({ rule }) => rule.mode))].join(" and ");
  const word = hiding.length === 1 ? `The ${modes} rule` : `The ${modes} rules`;
  const message = fails
    ? `${word} ${names} cover the whole screenshot, so nothing was compared. Narrow the selector or delete the rule.`
    : `${word} ${names} cover ${percentWords(share)} of the screenshot: only the rest was compared.`;
  const { rule } = largest[0]!;
  return {
    fails,
    reason: { code: "rule_hides_page", message, data: { rule: rule.id, selector: rule.selector, share } },
  };
}

/** Returns one sentence for each rule for several scenarios that hid something in this pair. */
export const hiddenReasons = (uses: readonly RuleUse[]): Reason[] =>
  uses.flatMap(({ id, selector, mode, scope, elements, pixels, changedPixels }) =>
    scope === undefined || changedPixels === 0
      ? []
      : [
          {
            code: "hidden_by_rule",
            message: `The rule "${selector}" (${mode}) of ${scopeWords(scope)} hid ${changedPixels.toLocaleString("en")} pixels that differ.`,
            data: { rule: id, selector, mode, scope, elements, pixels, changedPixels },
          },
        ],
  );
