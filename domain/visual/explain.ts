// Likely causes of a difference, how sure each is, what it rests on, and what to do about it.
import type { Action, Cause, CauseKind, ExplainContext } from "./cause.ts";
import { type ElementChange, elementChanges } from "./compare/elementChanges.ts";
import { areaOf } from "./compare/picture.ts";
import { type Finding, fontFindings, isTextAsBefore, type NamedRegion, regionFinding } from "./compare/regionCauses.ts";
import { shiftText } from "./compare/verdict.ts";
import type { Comparison, Region, RowShift } from "./outcome.ts";
import type { MapElement, PageMap } from "./pageMap.ts";
import { testRowOf } from "./rowPlaces.ts";

/** The parts of a comparison that causes are read from; a stored result has them too. */
export type Explained = Pick<Comparison, "regions" | "shifts" | "sizes">;

/** Causes listed at most; further ones would be smaller. */
const MAX_CAUSES = 10;

const ADVICE: Record<CauseKind, { action: Action; advice: string }> = {
  content: { action: "approve", advice: "Approve it when the new content is meant." },
  style: { action: "approve", advice: "Approve it when the new look is meant; otherwise look for the changed style." },
  font: { action: "fix", advice: "Check that the web font is served and finishes loading before the shot." },
  animation: {
    action: "fix",
    advice:
      "Run the test again: when it differs once more, stop the movement for the shot or add a dynamic rule for it.",
  },
  layout_shift: {
    action: "approve",
    advice: "Approve it when the new place or height is meant; otherwise look above it for what pushes.",
  },
  broken_image: {
    action: "fix",
    advice: "Find out why the image does not load: open its address, and look at what the page asks for.",
  },
  late_image: {
    action: "fix",
    advice: "Let the shot wait for the image (readySelector or delay), or find out why it loads late.",
  },
  added: { action: "approve", advice: "Approve it when the new element is meant." },
  removed: { action: "approve", advice: "Approve it when the element is meant to be gone; otherwise it is a fault." },
  unknown: { action: "approve", advice: "Look at the diff picture; approve what is meant." },
};
/** For what earlier runs, or five seconds of frames, have shown to change by itself. */
const MOVING = {
  action: "rule" as const,
  advice: "Add a dynamic rule for it, or stop the movement for the shot.",
};
const CHANGING_CONTENT = {
  action: "rule" as const,
  advice: "It changes by itself: add a content rule (number, date, price) or a dynamic rule.",
};
/** For a length of the page that two captures of one run did not agree on: nobody can approve it, the next run has another. */
const CHANGING_LENGTH = {
  action: "fix" as const,
  advice:
    "Two captures of this page had different lengths: let the shot wait for what comes late (readySelector or delay), or hold times and random content still (the stabilisers fixedClock and fixedRandom).",
};

/** Causes, the one that accounts for most first; [] when the comparison has no difference. */
export function explain(comparison: Explained, context: ExplainContext = {}): Cause[] {
  const regions = namedRegions(comparison, context);
  const findings = [...shiftFindings(comparison, context), ...fontFindings(regions)];
  const fontEverywhere = findings.some(({ kind }) => kind === "font");
  for (const named of regions) {
    const shift = isShiftRegion(comparison, named.region);
    if (!shift && !(fontEverywhere && isTextAsBefore(named))) findings.push(regionFinding(named, context));
  }
  return merged(findings)
    .sort((a, b) => b.share - a.share || b.confidence - a.confidence)
    .slice(0, MAX_CAUSES)
    .map(({ changing, ...finding }) => ({ ...finding, ...adviceFor(finding.kind, changing, context) }));
}

function adviceFor(kind: CauseKind, changing: Finding["changing"], { changesByItself, movingRegion }: ExplainContext) {
  if (changing === "content") return CHANGING_CONTENT;
  if (changing === "length") return changesByItself ? CHANGING_CONTENT : CHANGING_LENGTH;
  if (kind === "animation" && (changesByItself || movingRegion)) return MOVING;
  return ADVICE[kind];
}

/** Each region with its element on both sides and what differs about it. */
function namedRegions(comparison: Explained, { baselineMap, testMap }: ExplainContext): NamedRegion[] {
  const changes = changesOf(comparison, { baselineMap, testMap });
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

function changesOf(comparison: Explained, { baselineMap, testMap }: ExplainContext): ElementChange[] {
  if (!baselineMap || !testMap) return [];
  const scale = scaleOf(comparison, testMap);
  return elementChanges(baselineMap, testMap, (y) => testRowOf(comparison.shifts, y * scale) / scale);
}

const scaleOf = ({ sizes }: Explained, testMap: PageMap): number =>
  testMap.width > 0 ? sizes.test.width / testMap.width : 1;

function isShiftRegion({ shifts }: Explained, { box, kind }: Region): boolean {
  const wanted = kind === "added" ? "inserted" : "removed";
  return shifts.some((shift) => shift.kind === wanted && shift.y === box.y && shift.height === box.height);
}

/** Rows that came or went. A single row is how a browser rounds, not why a page differs. */
function shiftFindings(comparison: Explained, context: ExplainContext): Finding[] {
  const { baseline, test } = comparison.sizes;
  const moved = baseline.height === test.height ? movedFinding(comparison, context) : null;
  if (moved) return [moved];
  return comparison.shifts
    .filter(({ height }) => height > 1)
    .map((shift) => {
      const region = comparison.regions.find(({ box }) => box.y === shift.y && box.height === shift.height);
      const grown = region?.selector ? null : grownBy(shift, comparison, context);
      const inserted = shift.kind === "inserted";
      const below = inserted ? "what is below moved down" : "what is below moved up";
      const what = region?.selector ? ` by "${region.selector}"` : "";
      return {
        kind: "layout_shift",
        selector: region?.selector || grown?.selector || "",
        confidence: 0.95,
        evidence: grown
          ? `"${grown.selector}" is ${shift.height} px ${inserted ? "higher" : "lower"} than before (${shiftText(shift)}); ${below}.`
          : `${shift.height} rows were ${inserted ? "put in" : "taken out"}${what} (${shiftText(shift)}); ${below}.`,
        share: region?.share ?? 0,
        changing: context.variation?.length ? "length" : null,
      };
    });
}

/** The smallest element around the rows that grew, or shrank, by as many. */
function grownBy(shift: RowShift, comparison: Explained, context: ExplainContext): MapElement | null {
  const { baselineMap, testMap } = context;
  if (!baselineMap || !testMap) return null;
  const scale = scaleOf(comparison, testMap);
  const inserted = shift.kind === "inserted";
  let best: MapElement | null = null;
  // Places as they were on each side: growth is what is looked for, so nothing is carried over.
  for (const { before, after } of elementChanges(baselineMap, testMap)) {
    if (!before || !after) continue;
    const own = inserted ? after : before;
    const growth = (after.box.height - before.box.height) * (inserted ? 1 : -1);
    if (Math.abs(growth * scale - shift.height) > 1) continue;
    const [top, bottom] = [own.box.y * scale, (own.box.y + own.box.height) * scale];
    if (top > shift.y + shift.height || bottom < shift.y) continue;
    if (!best || own.box.height * own.box.width <= best.box.height * best.box.width) best = own;
  }
  return best;
}

/** At equal heights: what moved by the maps, instead of rows over the whole width that were put in here and taken out there. */
function movedFinding(comparison: Explained, { baselineMap, testMap }: ExplainContext): Finding | null {
  if (comparison.shifts.length === 0 || !baselineMap || !testMap) return null;
  const moved = elementChanges(baselineMap, testMap).filter(
    ({ before, after, differences }) => before && after && differences.includes("position"),
  );
  const inner = new Set(moved.map(({ after }) => after));
  // An element moves with its parent: the outermost is the one that moved.
  const outermost = moved.filter(({ after }) => !inner.has(testMap.elements[after?.parent ?? -1] ?? null));
  const [first] = outermost.sort((a, b) => areaOf(b.after!.box) - areaOf(a.after!.box));
  if (!first?.before || !first.after) return null;
  const down = Math.round(first.after.box.y - first.before.box.y);
  const right = Math.round(first.after.box.x - first.before.box.x);
  const more = outermost.length > 1 ? ` and ${outermost.length - 1} more` : "";
  return {
    kind: "layout_shift",
    selector: first.selector,
    confidence: 0.9,
    evidence: `"${first.selector}"${more} moved ${wayOf(right, down)}; the page is as high as before.`,
    share: comparison.regions.reduce((sum, { share, kind }) => (kind === "text" ? sum : sum + share), 0),
  };
}

function wayOf(right: number, down: number): string {
  const parts = [
    down !== 0 && `${Math.abs(down)} px ${down > 0 ? "down" : "up"}`,
    right !== 0 && `${Math.abs(right)} px to the ${right > 0 ? "right" : "left"}`,
  ];
  return parts.filter(Boolean).join(" and ");
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
