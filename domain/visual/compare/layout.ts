// Checks of the layout_only and dynamic modes: is every element present, with the right size and at the right place?
import type { Reason, ReasonCode } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { ComparisonRule } from "../shot.ts";
import type { RowAlignment } from "./alignRows.ts";
import { pairElements } from "./elementChanges.ts";
import { projectRow } from "./projectRows.ts";

export type LayoutInput = {
  rule: ComparisonRule;
  /** The rule's boxes in CSS pixels. */
  before: readonly Box[];
  after: readonly Box[];
  /** Whether the elements inside the boxes are checked too. */
  inside: boolean;
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  alignment: RowAlignment;
  scale: number;
  tolerance: number;
};

/** Maximum number of elements a rule names; the rest is given as a number. */
const MAX_NAMED = 5;

/**
 * Returns the findings of one rule. Places are compared after the row alignment, so an element that an inserted band pushed down is where
 * it belongs.
 */
export function layoutFindings(input: LayoutInput): Reason[] {
  const { rule, before, after } = input;
  const code: ReasonCode = rule.mode === "dynamic" ? "dynamic_region_changed" : "layout_changed";
  if (before.length !== after.length) {
    const message = `"${rule.selector}" was there ${times(before.length)} and is now there ${times(after.length)}.`;
    return [{ code, message, data: { selector: rule.selector, before: before.length, after: after.length } }];
  }
  const sentences: string[] = [];
  for (const [index, box] of before.entries()) {
    const change = boxChange(expectedBox(box, input), after[index]!, input.tolerance, true);
    if (change) sentences.push(`"${rule.selector}" ${change}`);
    else if (input.inside) sentences.push(...changesInside(box, after[index]!, input));
  }
  if (sentences.length === 0) return [];
  const more = sentences.length > MAX_NAMED ? `; and ${sentences.length - MAX_NAMED} more` : "";
  const message = `${sentences.slice(0, MAX_NAMED).join("; ")}${more} (${input.tolerance} px are tolerated).`;
  return [{ code, message, data: { selector: rule.selector, boxes: sentences.length } }];
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function expectedBox(box: Box, { alignment, scale }: LayoutInput): Box {
  return { ...box, y: projectRow(alignment, Math.round(box.y * scale)) / scale };
}

function boxChange(expected: Box, actual: Box, tolerance: number, widthMatters: boolean): string | null {
  const dx = actual.x - expected.x;
  const dy = actual.y - expected.y;
  const off = (value: number): boolean => Math.abs(value) > tolerance;
  if ((widthMatters && off(actual.width - expected.width)) || off(actual.height - expected.height))
    return `was ${sizeText(expected)} and is ${sizeText(actual)}`;
  if (off(dx) || off(dy)) return `moved by ${round(dx)} px right and ${round(dy)} px down`;
  return null;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const sizeText = ({ width, height }: Box): string => `${round(width)}×${round(height)} px`;

/**
 * An element whose own text changed may have a different width: that is content, not layout. Its height still counts, so a headline that
 * now wraps to a second line is found.
 */
function changesInside(before: Box, after: Box, input: LayoutInput): string[] {
  const olds = elementsInside(input.baselineMap, before);
  const news = elementsInside(input.testMap, after);
  const partners = pairElements(olds, news);
  const kept = new Set(partners.values());
  const sentences = olds.filter((element) => !kept.has(element)).map(({ selector }) => `"${selector}" is gone`);
  for (const element of news) {
    const partner = partners.get(element);
    if (!partner) {
      sentences.push(`"${element.selector}" is new`);
      continue;
    }
    const widthMatters = partner.textHash === element.textHash;
    const change = boxChange(expectedBox(partner.box, input), element.box, input.tolerance, widthMatters);
    if (change) sentences.push(`"${element.selector}" ${change}`);
  }
  return sentences;
}

function elementsInside(map: PageMap | null, { x, y, width, height }: Box): MapElement[] {
  return (map?.elements ?? []).filter(
    ({ box }) => box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height,
  );
}
