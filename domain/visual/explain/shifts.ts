// Explains inserted and removed rows by the element that caused them.
import type { ExplainContext } from "../cause.ts";
import { type ElementChange, elementChanges } from "../compare/elementChanges.ts";
import { areaOf } from "../compare/picture.ts";
import type { Finding } from "../compare/regionCauses.ts";
import { shiftText } from "../compare/verdict.ts";
import type { Comparison, Region, RowShift } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { testRowOf } from "../rowPlaces.ts";
import { onlyOne, type Root, rootNear } from "./roots.ts";
import { moveText, nameOf, sizeText } from "./words.ts";

/** The parts of a comparison that causes are derived from; stored results have them too. */
export type Explained = Pick<Comparison, "regions" | "shifts" | "sizes">;

export const scaleOf = ({ sizes }: Explained, testMap: PageMap): number =>
  testMap.width > 0 ? sizes.test.width / testMap.width : 1;

export function isShiftRegion({ shifts }: Explained, { box, kind }: Region): boolean {
  const wanted = kind === "added" ? "inserted" : "removed";
  return shifts.some((shift) => shift.kind === wanted && shift.y === box.y && shift.height === box.height);
}

/**
 * Returns the findings for shifted rows. Rows are an effect: the change that caused them is named if the maps show it, otherwise what
 * grew, moved or was inserted.
 */
export function shiftFindings(comparison: Explained, context: ExplainContext, roots: readonly Root[]): Finding[] {
  const changing = context.variation?.length ? ("length" as const) : null;
  const { rooted, left } = withRoots(comparison, context, roots);
  const { baseline, test } = comparison.sizes;
  const { baselineMap, testMap } = context;
  // Boxes as they were on each side, without projection, because the search is for growth and moves.
  const changes = baselineMap && testMap && left.length > 0 ? elementChanges(baselineMap, testMap) : [];
  const moved = baseline.height === test.height && testMap ? movedFinding(comparison, changes, testMap) : null;
  const rest = moved
    ? [moved]
    : // A single row is rounding by the browser, not a difference of the page.
      left.flatMap((shift) => (shift.height > 1 ? ownFinding(shift, comparison, changes, testMap) : []));
  return [...rooted, ...rest].map((finding) => ({ ...finding, changing }));
}

const shareOf = ({ regions }: Explained, shift: RowShift): number =>
  regions.find(({ box }) => box.y === shift.y && box.height === shift.height)?.share ?? 0;

function withRoots(
  comparison: Explained,
  { testMap }: ExplainContext,
  roots: readonly Root[],
): { rooted: Finding[]; left: RowShift[] } {
  const pushing = roots.filter(pushes);
  const found = new Map<Root, { rows: number; share: number }>();
  const left: RowShift[] = [];
  let last: Root | null = null;
  for (const shift of comparison.shifts) {
    // Rows further down with no root nearby are follow-up shifts of the change above.
    const root: Root | null = rootNear(pushing, rowsOf(shift, comparison, testMap), "rows") ?? last ?? onlyOne(pushing);
    if (!root) {
      left.push(shift);
      continue;
    }
    last = root;
    const known = found.get(root) ?? { rows: 0, share: 0 };
    known.rows += shift.kind === "inserted" ? shift.height : -shift.height;
    known.share += shareOf(comparison, shift);
    found.set(root, known);
  }
  const rooted = [...found].map(([{ kind, selector, sentence }, { rows, share }]) => ({
    kind,
    selector,
    share,
    confidence: 0.95,
    evidence: `${sentence}${below(rows)}.`,
  }));
  return { rooted, left };
}

/** Whether the change moves what is below it. */
export const pushes = ({ change: { differences } }: Root): boolean =>
  ["added", "removed", "size"].some((difference) => differences.includes(difference as "size"));

const below = (rows: number): string =>
  Math.abs(rows) > 1 ? `; the content below moved ${Math.abs(rows)} px ${rows > 0 ? "down" : "up"}` : "";

/** Returns the rows in CSS pixels of the test screenshot; removed rows are a line there. */
function rowsOf({ kind, y, height }: RowShift, comparison: Explained, testMap: PageMap | null | undefined): Box {
  const scale = testMap ? scaleOf(comparison, testMap) : 1;
  const top = kind === "inserted" ? y : testRowOf(comparison.shifts, y);
  return { x: 0, width: 0, y: top / scale, height: kind === "inserted" ? height / scale : 0 };
}

function ownFinding(
  shift: RowShift,
  comparison: Explained,
  changes: readonly ElementChange[],
  testMap: PageMap | null | undefined,
): Finding {
  const region = comparison.regions.find(({ box }) => box.y === shift.y && box.height === shift.height);
  const inserted = shift.kind === "inserted";
  const way = inserted ? "the content below moved down" : "the content below moved up";
  const grown = region?.selector || !testMap ? null : grownBy(shift, comparison, changes, scaleOf(comparison, testMap));
  const base = { kind: "layout_shift" as const, confidence: 0.95, share: region?.share ?? 0 };
  if (grown?.before && grown.after) {
    const evidence = `${nameOf(grown.selector)} ${sizeText(grown.before.box, grown.after.box)}; ${way}.`;
    return { ...base, selector: grown.selector, evidence };
  }
  const what = region?.selector ? ` by ${nameOf(region.selector)}` : "";
  const evidence = `${shift.height} rows were ${inserted ? "put in" : "taken out"}${what} (${shiftText(shift)}); ${way}.`;
  return { ...base, selector: region?.selector ?? "", evidence };
}

/** Returns the smallest element around the rows that grew or shrank by as many rows as were inserted or removed inside it. */
function grownBy(
  shift: RowShift,
  comparison: Explained,
  changes: readonly ElementChange[],
  scale: number,
): ElementChange | null {
  const within = ({ box }: MapElement, { y, height }: RowShift, rows: number): boolean =>
    box.y * scale <= y + rows + 1 && (box.y + box.height) * scale >= y - 1 && height > 0;
  let best: ElementChange | null = null;
  for (const change of changes) {
    const { before, after } = change;
    if (!before || !after) continue;
    const growth = (after.box.height - before.box.height) * scale;
    if (Math.abs(growth) <= 1) continue;
    const holds = (one: RowShift) =>
      within(one.kind === "inserted" ? after : before, one, one.kind === "inserted" ? one.height : 0);
    if (!holds(shift)) continue;
    const rows = comparison.shifts
      .filter(holds)
      .reduce((sum, { kind, height }) => sum + (kind === "inserted" ? height : -height), 0);
    const own = growth * (shift.kind === "inserted" ? 1 : -1);
    if (Math.abs(growth - rows) > 1 && Math.abs(own - shift.height) > 1) continue;
    if (!best?.after || areaOf(after.box) <= areaOf(best.after.box)) best = change;
  }
  return best;
}

/**
 * For equal heights: names the element that moved according to the maps, instead of rows across the whole width that were inserted at one
 * place and removed at another.
 */
function movedFinding(comparison: Explained, changes: readonly ElementChange[], testMap: PageMap): Finding | null {
  const moved = changes.filter(({ before, after, differences }) => before && after && differences.includes("position"));
  const inner = new Set(moved.map(({ after }) => after));
  // An element moves with its parent, so the outermost is the one that moved.
  const outermost = moved.filter(({ after }) => !inner.has(testMap.elements[after?.parent ?? -1] ?? null));
  const [first] = outermost.sort((a, b) => areaOf(b.after!.box) - areaOf(a.after!.box));
  if (!first?.before || !first.after) return null;
  const more = outermost.length > 1 ? ` and ${outermost.length - 1} more` : "";
  return {
    kind: "layout_shift",
    selector: first.selector,
    confidence: 0.9,
    evidence: `${nameOf(first.selector)}${more} ${moveText(first.before.box, first.after.box)}; the page is as high as before.`,
    share: comparison.regions.reduce((sum, { share, kind }) => (kind === "text" ? sum : sum + share), 0),
  };
}
