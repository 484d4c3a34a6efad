// Chooses the part of two screenshots that a report shows of a change: what changed with its surroundings, the same place on both sides.
import type { Region, RowShift } from "../../visual/outcome.ts";
import type { Box } from "../../visual/pageMap.ts";
import { baselineRowOf, testRowOf } from "../../visual/rowPlaces.ts";

export type Size = { width: number; height: number };
/** `more`: number of regions of the change outside the crop. */
export type Crop = { baseline: Box; test: Box; more: number };

/** px around the change. */
const AROUND = 48;
/** Minimum size, so that the change of a single word is shown with enough of the page to recognise the place. */
const MIN_SIZE: Size = { width: 480, height: 260 };
/** For a difference of a few pixels, which is shown enlarged. */
const CLOSE = { around: 16, least: { width: 96, height: 56 } };
/** Maximum size; beyond it, letters are too small to read when three images are side by side. */
const MAX_SIZE: Size = { width: 1_440, height: 900 };

/** A place in both screenshots: the rows of an inserted band have no height in the baseline, those of a removed one none in the test screenshot. */
type Place = { x: number; width: number; test: Rows; baseline: Rows };
type Rows = { y: number; height: number };

/** Returns null if there is no region. Regions are sorted by weight: the first is always in the crop. */
export function cropOf(
  regions: readonly Pick<Region, "box" | "kind">[],
  shifts: readonly RowShift[],
  { close = false, ...sizes }: { baseline: Size; test: Size; close?: boolean },
): Crop | null {
  const [around, least] = close ? [CLOSE.around, CLOSE.least] : [AROUND, MIN_SIZE];
  const [first, ...others] = regions.map((region) => placeOf(region, shifts));
  if (!first) return null;
  let all = first;
  let more = 0;
  for (const other of others) {
    const joined = join(all, other);
    const tallest = Math.max(joined.test.height, joined.baseline.height);
    if (joined.width <= MAX_SIZE.width - 2 * around && tallest <= MAX_SIZE.height - 2 * around) all = joined;
    else more += 1;
  }
  const width = between(all.width + 2 * around, least.width, MAX_SIZE.width);
  const height = between(Math.max(all.test.height, all.baseline.height) + 2 * around, least.height, MAX_SIZE.height);
  const inner = Math.min(all.width, width);
  const left = all.x - (width - inner) / 2;
  const above = (rows: Rows) => rows.y - Math.max(around, (height - rows.height) / 2);
  // The taller of the two determines where the window starts, so that unchanged content is at the same height.
  const lead = all.test.height >= all.baseline.height ? all.test : all.baseline;
  const lift = lead.y - above(lead);
  const window = (rows: Rows, size: Size) => within({ x: left, y: rows.y - lift, width, height }, size);
  return { test: window(all.test, sizes.test), baseline: window(all.baseline, sizes.baseline), more };
}

function placeOf({ box, kind }: Pick<Region, "box" | "kind">, shifts: readonly RowShift[]): Place {
  const { x, width, y, height } = box;
  const isBand = (wanted: RowShift["kind"]) =>
    shifts.some((shift) => shift.kind === wanted && shift.y === y && shift.height === height);
  if (kind === "removed" && isBand("removed"))
    return { x, width, baseline: { y, height }, test: { y: testRowOf(shifts, y), height: 0 } };
  const from = baselineRowOf(shifts, y);
  const rows = kind === "added" && isBand("inserted") ? 0 : height;
  return { x, width, test: { y, height }, baseline: { y: from, height: rows } };
}

function join(a: Place, b: Place): Place {
  const x = Math.min(a.x, b.x);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, width, test: joinRows(a.test, b.test), baseline: joinRows(a.baseline, b.baseline) };
}

function joinRows(a: Rows, b: Rows): Rows {
  const y = Math.min(a.y, b.y);
  return { y, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Moves the box into the screenshot, and cuts it if the screenshot is smaller. Whole pixels. */
function within(box: Box, size: Size): Box {
  const width = Math.min(Math.round(box.width), size.width);
  const height = Math.min(Math.round(box.height), size.height);
  const x = between(Math.round(box.x), 0, size.width - width);
  const y = between(Math.round(box.y), 0, size.height - height);
  return { x, y, width, height };
}
