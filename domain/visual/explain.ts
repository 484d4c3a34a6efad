// Lists the likely causes of a difference, with the confidence, the evidence and the advice for each.
import type { Cause, ExplainContext } from "./cause.ts";
import { type Difference, type ElementChange, elementChanges, pairElements } from "./compare/elementChanges.ts";
import { areaOf, intersection } from "./compare/picture.ts";
import { type Finding, fontFindings, isTextAsBefore, type NamedRegion, regionFinding } from "./compare/regionCauses.ts";
import { adviceFor } from "./explain/advice.ts";
import { inheritedFrom, onlyOne, type Root, rootNear, rootsOf } from "./explain/roots.ts";
import { type Explained, isShiftRegion, pushes, scaleOf, shiftFindings } from "./explain/shifts.ts";
import { moveText, nameOf } from "./explain/words.ts";
import type { Box, MapElement, PageMap } from "./pageMap.ts";
import { testRowOf } from "./rowPlaces.ts";

/** Maximum number of causes listed; further ones would be smaller. */
const MAX_CAUSES = 10;

/** Returns the causes, sorted by the share they account for (largest first), or [] if the comparison found no difference. */
export function explain(comparison: Explained, context: ExplainContext = {}): Cause[] {
  const { baselineMap, testMap } = context;
  const changes = changesOf(comparison, context);
  const roots = baselineMap && testMap ? rootsOf(changes, baselineMap, testMap) : [];
  const regions = namedRegions(comparison, context, changes);
  const findings = [...shiftFindings(comparison, context, roots), ...fontFindings(regions)];
  const fontEverywhere = findings.some(({ kind }) => kind === "font");
  let known: Pairs | null = null;
  const pairs = () => {
    known ??= baselineMap && testMap ? [...pairElements(baselineMap.elements, testMap.elements)] : [];
    return known;
  };
  for (const named of regions) {
    const shift = isShiftRegion(comparison, named.region);
    if (shift || (fontEverywhere && isTextAsBefore(named))) continue;
    findings.push(withRoot(regionFinding(named, context), named.region.box, { roots, pairs, comparison, testMap }));
  }
  return merged(findings)
    .sort((a, b) => b.share - a.share || b.confidence - a.confidence)
    .slice(0, MAX_CAUSES)
    .map(({ changing, asked, effect: _, ...finding }) => ({
      ...finding,
      ...adviceFor(asked ? "style" : finding.kind, changing, context),
    }));
}

type Pairs = readonly (readonly [after: MapElement, before: MapElement])[];
type Around = {
  roots: readonly Root[];
  /** Computed on demand, because most explanations do not need it. */
  pairs: () => Pairs;
  comparison: Explained;
  testMap: PageMap | null | undefined;
};

/** If only the position of the pixels suggests the finding, attributes it to a change nearby if there is one. */
function withRoot(finding: Finding, region: Box, { roots, pairs, comparison, testMap }: Around): Finding {
  if (!finding.effect || !testMap) return finding;
  const scale = scaleOf(comparison, testMap);
  const box = { x: region.x / scale, y: region.y / scale, width: region.width / scale, height: region.height / scale };
  const pushing = roots.filter(pushes);
  const near = finding.kind === "layout_shift" ? (rootNear(pushing, box) ?? onlyOne(pushing)) : rootNear(roots, box);
  const root = finding.effect === "near" ? near : null;
  if (root) {
    const { kind, selector, sentence } = root;
    return { kind, selector, share: finding.share, confidence: 0.85, evidence: `${sentence}.` };
  }
  const still = finding.kind === "unknown" || finding.effect === "own";
  return (still ? nudged(finding, box, pairs(), comparison, scale) : null) ?? finding;
}

/** Finds an element that moved by one pixel. Normally that is not a difference, because browsers round; here it is the only explanation. */
function nudged(finding: Finding, region: Box, pairs: Pairs, comparison: Explained, scale: number): Finding | null {
  let best: { element: MapElement; from: Box } | null = null;
  for (const [after, before] of pairs) {
    const from = { ...before.box, y: testRowOf(comparison.shifts, before.box.y * scale) / scale };
    if (moveText(from, after.box) === "") continue;
    const shared = intersection(region, after.box);
    if (!shared || areaOf(shared) < areaOf(region) / 2) continue;
    // A child moves along with its parent: at equal boxes the parent, which comes first, is the one that moved.
    if (!best || areaOf(after.box) < areaOf(best.element.box)) best = { element: after, from };
  }
  if (!best) return null;
  const { element, from } = best;
  const evidence = `${nameOf(element.selector)} ${moveText(from, element.box)}.`;
  return { ...finding, kind: "layout_shift", selector: element.selector, confidence: 0.8, evidence };
}

/** Returns each region with its element on both sides and how the element differs. */
function namedRegions(
  comparison: Explained,
  { baselineMap, testMap }: ExplainContext,
  changes: readonly ElementChange[],
): NamedRegion[] {
  const byAfter = new Map(changes.flatMap((change) => (change.after ? [[change.after, change] as const] : [])));
  return comparison.regions.map((region) => {
    const own = region.selector === "" ? undefined : changes.find(({ selector }) => selector === region.selector);
    const change = own && outermost(own, byAfter, testMap);
    const find = (map: PageMap | null | undefined): MapElement | null =>
      map?.elements.find(({ selector }) => selector !== "" && selector === region.selector) ?? null;
    return {
      region: change && change !== own ? { ...region, selector: change.selector } : region,
      before: change ? change.before : find(baselineMap),
      after: change ? change.after : find(testMap),
      expected: change?.expected ?? null,
      differences: change?.differences ?? [],
    };
  });
}

/** Attributes a style that elements inherit to the outermost of them. */
function outermost(
  change: ElementChange,
  byAfter: ReadonlyMap<MapElement, ElementChange>,
  testMap: PageMap | null | undefined,
): ElementChange {
  const has = (...wanted: Difference[]) => wanted.some((difference) => change.differences.includes(difference));
  if (has("content", "image", "value", "broken", "added", "removed")) return change;
  if (!has("colour", "font", "flow", "decoration")) return change;
  let found = change;
  for (;;) {
    const parent = testMap?.elements[found.after?.parent ?? -1];
    const above = parent && byAfter.get(parent);
    if (!above || !inheritedFrom(above, found)) return found;
    found = above;
  }
}

function changesOf(comparison: Explained, { baselineMap, testMap }: ExplainContext): ElementChange[] {
  if (!baselineMap || !testMap) return [];
  const scale = scaleOf(comparison, testMap);
  return elementChanges(baselineMap, testMap, (y) => testRowOf(comparison.shifts, y * scale) / scale);
}

/** Merges the findings of regions that belong to the same element. */
function merged(findings: readonly Finding[]): Finding[] {
  const byElement = new Map<string, Finding>();
  for (const finding of findings) {
    const key = finding.selector ? `${finding.kind} ${finding.selector}` : `${finding.kind} ${finding.evidence}`;
    const known = byElement.get(key);
    if (known) known.share += finding.share;
    else byElement.set(key, { ...finding });
  }
  return [...byElement.values()];
}
