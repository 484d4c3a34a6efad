// Judges parts of a page that keep changing by themselves like elements under a dynamic rule: still present, same size, same place.
import type { Reason, RestlessRegion } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import type { ComparisonRule } from "../shot.ts";
import { around, intersection, toPixels } from "./picture.ts";
import { projectBox, projectRow } from "./projectRows.ts";
import { applyRules, BOX_TOLERANCE, type RulesInput, type RulesOutcome } from "./rules.ts";

/** Restless parts of each screenshot, in its own pixels. */
export type RestlessParts = { baseline: readonly RestlessRegion[]; test: readonly RestlessRegion[] };

/** Id of the synthetic rules for restless parts. No rule of a project has it. */
const RULE_ID = "restless";

/** Returns the outcome of the rules with the restless parts excluded from the score as well. Restless boxes are in pixels. */
export function applyRestless(outcome: RulesOutcome, input: Input): RulesOutcome {
  const before = input.restless.baseline.filter(({ box }) => !coveredBy(outcome.maskedBaseline, box));
  const after = input.restless.test.filter(({ box }) => !coveredBy(outcome.masked, box));
  const parts = [...before, ...after];
  if (parts.length === 0) return outcome;
  const selectors = [...new Set(parts.map(({ selector }) => selector).filter(Boolean))];
  const rules = selectors.map(
    (selector): ComparisonRule => ({ id: `${RULE_ID} ${selector}`, selector, mode: "dynamic" }),
  );
  const checked = applyRules({ ...input, rules });
  const growing = new Set(selectors.filter((selector) => movesItself(selector, input)));
  const boxesBefore = before.map(({ box }) => box);
  return {
    // Mask only the restless part, not its whole element, so that what is beside a ticking number is still compared.
    masked: [
      ...outcome.masked,
      ...after.map(({ box }) => box),
      ...boxesBefore.flatMap((box) => projectBox(input.alignment, box)),
    ],
    maskedBaseline: [...outcome.maskedBaseline, ...boxesBefore],
    full: outcome.full,
    areas: outcome.areas,
    findings: [
      ...outcome.findings,
      ...checked.findings.filter(({ data }) => !growing.has(String(data?.selector))).map(ofNobody),
    ],
    warnings: [...outcome.warnings, ...named(parts).map((part) => warning(part, growing.has(part.selector)))],
  };
}

/**
 * Marks a finding about size or place as restless: no person wrote the rule, so it is unknown whether the change is intended. Added or
 * removed elements may be intended.
 */
const ofNobody = (finding: Reason): Reason =>
  finding.data?.boxes === undefined ? finding : { ...finding, data: { ...finding.data, restless: true } };

/**
 * Whether a change of the element's size, place or presence is part of its constant change, as with a progress bar: each edge that moved
 * lies, before and after, where pixels were seen to change, and a missing element blinks.
 */
function movesItself(selector: string, { restless, baselineMap, testMap, alignment, scale }: Input): boolean {
  const lower = (box: Box): Box => ({ ...box, y: projectRow(alignment, box.y) });
  const movingBefore = restless.baseline.flatMap(({ moving }) => (moving ? [lower(moving)] : []));
  const movingAfter = restless.test.flatMap(({ moving }) => moving ?? []);
  const old = boxOf(selector, baselineMap);
  const now = boxOf(selector, testMap);
  const before = old && lower(toPixels(old, scale));
  const after = now && toPixels(now, scale);
  if (!before || !after) {
    const seen = before ?? after;
    const other = before ? movingAfter : movingBefore;
    return seen !== null && other.some((moving) => intersection(moving, seen) !== null);
  }
  const moving = [...movingBefore, ...movingAfter].filter((box) => intersection(box, around(before, after)) !== null);
  if (moving.length === 0) return false;
  const area = moving.reduce(around);
  const reach = BOX_TOLERANCE * scale;
  return EDGES.every((edge) => {
    const [from, to, low, high] = [edge.at(before), edge.at(after), edge.low(area), edge.high(area)];
    if (Math.abs(from - to) <= reach) return true;
    return [from, to].every((place) => place >= low - reach && place <= high + reach);
  });
}

type Input = RulesInput & { restless: RestlessParts };

const left = ({ x }: Box): number => x;
const right = ({ x, width }: Box): number => x + width;
const top = ({ y }: Box): number => y;
const bottom = ({ y, height }: Box): number => y + height;
/** The sides of a box, each with the sides of an area that must enclose it. */
const EDGES = [
  { at: left, low: left, high: right },
  { at: right, low: left, high: right },
  { at: top, low: top, high: bottom },
  { at: bottom, low: top, high: bottom },
];

/** Returns the element's box clipped to its parent, because the ends of text that runs through a narrower container are not visible. */
function boxOf(selector: string, map: PageMap | null): Box | null {
  const element = map?.elements.find((one) => one.selector === selector);
  if (!map || !element) return null;
  const parent = map.elements[element.parent];
  return (parent && intersection(element.box, parent.box)) ?? element.box;
}

/** Returns each part once, even if it is restless in both screenshots. */
function named(parts: readonly RestlessRegion[]): RestlessRegion[] {
  const seen = new Set<string>();
  return parts.filter(({ selector, box }) => {
    const name = selector || JSON.stringify(box);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function coveredBy(masked: readonly Box[], box: Box): boolean {
  return masked.some((area) => {
    const shared = intersection(area, box);
    return shared !== null && shared.width === box.width && shared.height === box.height;
  });
}

function warning({ selector, between, box: { x, y, width, height } }: RestlessRegion, grows: boolean): Reason {
  const what = selector ? `"${selector}"` : `The part at x=${x}, y=${y}, ${width}×${height} px`;
  const [how, when] = between
    ? ["looked different", "in two captures of the baseline"]
    : ["kept changing", "while the page was at rest"];
  const [kept, compared, mode] = grows
    ? [`${how}, its size or place too,`, "it was not compared", "an ignore"]
    : [how, "only its size and place were compared", "a dynamic"];
  const rule = selector ? `; ${mode} rule for "${selector}" ignores this permanently` : "";
  return {
    code: "restless",
    message: `${what} ${kept} ${when}, so ${compared}${rule}.`,
    data: { selector, x, y, width, height },
  };
}
