// Groups changed pixels into regions that a person would point at.
import type { Box } from "../pageMap.ts";
import { CHANGED } from "./diffPixels.ts";

/** Side of a tile in pixels: about one line of text. */
const TILE = 16;
/** Maximum distance in tiles between parts of one region: lines of a paragraph (24 px apart) belong together, two cards in a grid do not. */
const REACH = 2;
/** Maximum number of regions per result. The mismatch counts the pixels of the smaller ones too, and its sentence says how many there are. */
export const MAX_REGIONS = 100;

/** `box` is tight around the changed pixels, in pixels of the test screenshot. */
export type PixelRegion = { box: Box; changedPixels: number };

/** Returns at most `most` regions, sorted by changed pixels (largest first), then from the top. */
export function findRegions(mask: Uint8Array, width: number, height: number, most = MAX_REGIONS): PixelRegion[] {
  const tiles = changedTiles(mask, width, height);
  joinNear(tiles);
  const regions = new Map<number, Extent>();
  for (const [tile, extent] of tiles.extents) {
    const root = rootOf(tiles.parents, tile);
    const known = regions.get(root);
    if (known) grow(known, extent);
    else regions.set(root, { ...extent });
  }
  return [...regions.values()]
    .map(({ left, top, right, bottom, count }) => ({
      box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
      changedPixels: count,
    }))
    .sort((p, q) => q.changedPixels - p.changedPixels || p.box.y - q.box.y || p.box.x - q.box.x)
    .slice(0, most);
}

type Extent = { left: number; top: number; right: number; bottom: number; count: number };

/** `parents`: union-find over all tiles, -1 where nothing changed. */
type Tiles = { columns: number; parents: Int32Array; extents: Map<number, Extent> };

function grow(extent: Extent, by: Extent): void {
  extent.left = Math.min(extent.left, by.left);
  extent.top = Math.min(extent.top, by.top);
  extent.right = Math.max(extent.right, by.right);
  extent.bottom = Math.max(extent.bottom, by.bottom);
  extent.count += by.count;
}

function rootOf(parents: Int32Array, tile: number): number {
  let at = tile;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!;
    at = parents[at]!;
  }
  return at;
}

function joinNear({ columns, parents, extents }: Tiles): void {
  for (const tile of extents.keys()) {
    const column = tile % columns;
    // Only tiles to the right and below, because the others have already looked at this one.
    for (let down = 0; down <= REACH; down++)
      for (let right = down === 0 ? 1 : -REACH; right <= REACH; right++) {
        if (column + right < 0 || column + right >= columns) continue;
        const other = tile + down * columns + right;
        if (other < parents.length && parents[other]! >= 0) parents[rootOf(parents, other)] = rootOf(parents, tile);
      }
  }
}

function changedTiles(mask: Uint8Array, width: number, height: number): Tiles {
  const columns = Math.ceil(width / TILE);
  const parents = new Int32Array(columns * Math.ceil(height / TILE)).fill(-1);
  const extents = new Map<number, Extent>();
  for (let top = 0; top < height; top += TILE) {
    const bottom = Math.min(height, top + TILE);
    // indexOf runs natively: skipping an unchanged row of tiles costs a tenth of a loop over its bytes.
    const rows = mask.subarray(top * width, bottom * width);
    const first = rows.indexOf(CHANGED);
    if (first < 0) continue;
    const startY = top + Math.floor(first / width);
    for (let column = 0; column < columns; column++) {
      const extent = extentIn(mask, width, column * TILE, Math.min(width, (column + 1) * TILE), startY, bottom);
      if (extent === null) continue;
      const tile = (top / TILE) * columns + column;
      parents[tile] = tile;
      extents.set(tile, extent);
    }
  }
  return { columns, parents, extents };
}

function extentIn(
  mask: Uint8Array,
  width: number,
  fromX: number,
  toX: number,
  fromY: number,
  toY: number,
): Extent | null {
  let [left, right, top, bottom, count] = [toX, -1, -1, -1, 0];
  for (let y = fromY; y < toY; y++) {
    let inRow = 0;
    for (let x = fromX; x < toX; x++) {
      if (mask[y * width + x] !== CHANGED) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      inRow++;
    }
    if (inRow === 0) continue;
    if (top < 0) top = y;
    bottom = y;
    count += inRow;
  }
  return count > 0 ? { left, top, right, bottom, count } : null;
}
