// Likely causes of a difference, how sure each is, what it rests on, and what to do about it.
import type { Action, Cause, CauseKind, ExplainContext } from "./cause.ts";
import { elementChanges } from "./compare/elementChanges.ts";
import { type Finding, fontFindings, isTextAsBefore, type NamedRegion, regionFinding } from "./compare/regionCauses.ts";
import { shiftText } from "./compare/verdict.ts";
import type { Comparison, Region } from "./outcome.ts";
import type { MapElement, PageMap } from "./pageMap.ts";

/** The parts of a comparison that causes are read from; a stored result has them too. */
export type Explained = Pick<Comparison, "regions" | "shifts" | "sizes">;

/** Causes listed at most; further ones would be smaller. */
const MAX_CAUSES = 10;

const ADVICE: Record<CauseKind, { action: Action; advice: string }> = {
  content: { action: "approve", advice: "Approve it when the new content is meant." },
  style: { action: "approve", advice: "Approve it when the new look is meant; otherwise look for the changed style." },
  font: { action: "fix", advice: "Check that the web font is served and finishes loading before the shot." },
  animation: { action: "rule", advice: "Add an ignore or dynamic rule for it, or stop the movement for the shot." },
  layout_shift: {
    action: "approve",
    advice: "Approve it when the new place or height is meant; otherwise look above it for what pushes.",
  },
  late_image: {
    action: "fix",
    advice: "Let the shot wait for the image (readySelector or delay), or find out why it loads late.",
  },
  added: { action: "approve", advice: "Approve it when the new element is meant." },
  removed: { action: "approve", advice: "Approve it when the element is meant to be gone; otherwise it is a fault." },
  unknown: { action: "approve", advice: "Look at the diff picture; approve what is meant." },
};
const CHANGING_CONTENT = {
  action: "rule" as const,
  advice: "It changes by itself: add a content rule (number, date, price) or a dynamic rule.",
};

/** Causes, the one that accounts for most first; [] when the comparison has no difference. */
export function explain(comparison: Explained, context: ExplainContext = {}): Cause[] {
  const regions = namedRegions(comparison, context);
  const findings = [...shiftFindings(comparison), ...fontFindings(regions)];
  const fontEverywhere = findings.some(({ kind }) => kind === "font");
  for (const named of regions) {
    const shift = isShiftRegion(comparison, named.region);
    if (!shift && !(fontEverywhere && isTextAsBefore(named))) findings.push(regionFinding(named, context));
  }
  return merged(findings)
    .sort((a, b) => b.share - a.share || b.confidence - a.confidence)
    .slice(0, MAX_CAUSES)
    .map(({ changing, ...finding }) => ({ ...finding, ...(changing ? CHANGING_CONTENT : ADVICE[finding.kind]) }));
}

/** Each region with its element on both sides and what differs about it. */
function namedRegions(comparison: Explained, { baselineMap, testMap }: ExplainContext): NamedRegion[] {
  const scale = testMap && testMap.width > 0 ? comparison.sizes.test.width / testMap.width : 1;
  const changes =
    baselineMap && testMap ? elementChanges(baselineMap, testMap, (y) => pushed(comparison, y * scale) / scale) : [];
  return comparison.regions.map((region) => {
    const change = region.selector === "" ? undefined : changes.find(({ selector }) => selector === region.selector);
    const find = (map: PageMap | null | undefined): MapElement | null =>
      map?.elements.find(({ selector }) => selector !== "" && selector === region.selector) ?? null;
    return {
      region,
      before: change ? change.before : find(baselineMap),
      after: change ? change.after : find(testMap),
      expected: change?.expected ?? null,
      differences: change?.differences ?? [],
    };
  });
}

/** Where row `y` of the baseline went, by the shifts alone. */
function pushed({ shifts }: Explained, y: number): number {
  let offset = 0;
  for (const { kind, y: at, height } of shifts) {
    if (kind === "inserted" && y + offset >= at) offset += height;
    if (kind === "removed" && y >= at + height) offset -= height;
  }
  return y + offset;
}

function isShiftRegion({ shifts }: Explained, { box, kind }: Region): boolean {
  const wanted = kind === "added" ? "inserted" : "removed";
  return shifts.some((shift) => shift.kind === wanted && shift.y === box.y && shift.height === box.height);
}

function shiftFindings(comparison: Explained): Finding[] {
  return comparison.shifts.map((shift) => {
    const region = comparison.regions.find(({ box }) => box.y === shift.y && box.height === shift.height);
    const what = region?.selector ? ` by "${region.selector}"` : "";
    const evidence =
      shift.kind === "inserted"
        ? `${shift.height} rows were put in${what} (${shiftText(shift)}); what is below moved down.`
        : `${shift.height} rows were taken out${what} (${shiftText(shift)}); what is below moved up.`;
    return {
      kind: "layout_shift",
      selector: region?.selector ?? "",
      confidence: 0.95,
      evidence,
      share: region?.share ?? 0,
    };
  });
}

/** Regions of one element are one cause. */
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
