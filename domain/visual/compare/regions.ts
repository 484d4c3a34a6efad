// Gathers changed pixels into regions a person would point at.
import type { Box } from "../pageMap.ts";
import { CHANGED } from "./diffPixels.ts";

/** Side of a tile in pixels: about a line of text. */
const TILE = 16;
/** Tiles at most this far apart belong together: the lines of a paragraph (24 px apart) do, two cards in a grid do not. */
const REACH = 2;
/** A result lists at most this many; what is smaller joins the last one's count in `rest`. */
export const MAX_REGIONS = 100;

/** `box` is tight around the changed pixels, in pixels of the test picture. */
export type PixelRegion = { box: Box; changedPixels: number };

/** Regions, the largest count first (then from the top), at most `MAX_REGIONS`; `rest` counts the pixels of those left out. */
export function findRegions(mask: Uint8Array, width: number, height: number): { regions: PixelRegion[]; rest: number } {
  const tiles = changedTiles(mask, width, height);
  const columns = Math.ceil(width / TILE);
  const root = new Map<number, number>([...tiles.keys()].map((tile) => [tile, tile]));
  const find = (tile: number): number => {
    let at = tile;
    while (root.get(at) !== at) {
      const above = root.get(root.get(at)!)!;
      root.set(at, above);
      at = above;
    }
    return at;
  };
  for (const tile of tiles.keys()) {
    const column = tile % columns;
    // Only tiles right of and below this one: the others have looked at this one themselves.
    for (let down = 0; down <= REACH; down++)
      for (let right = down === 0 ? 1 : -REACH; right <= REACH; right++) {
        if (column + right < 0 || column + right >= columns) continue;
        const other = tile + down * columns + right;
        if (tiles.has(other)) root.set(find(other), find(tile));
      }
  }
  const regions = new Map<number, Extent>();
  for (const [tile, extent] of tiles) {
    const key = find(tile);
    const known = regions.get(key);
    if (known) grow(known, extent);
    else regions.set(key, { ...extent });
  }
  const all = [...regions.values()]
    .map((extent) => ({
      box: {
        x: extent.left,
        y: extent.top,
        width: extent.right - extent.left + 1,
        height: extent.bottom - extent.top + 1,
      },
      changedPixels: extent.count,
    }))
    .sort((p, q) => q.changedPixels - p.changedPixels || p.box.y - q.box.y || p.box.x - q.box.x);
  const rest = all.slice(MAX_REGIONS).reduce((sum, region) => sum + region.changedPixels, 0);
  return { regions: all.slice(0, MAX_REGIONS), rest };
}

type Extent = { left: number; top: number; right: number; bottom: number; count: number };

function grow(extent: Extent, by: Extent): void {
  extent.left = Math.min(extent.left, by.left);
  extent.top = Math.min(extent.top, by.top);
  extent.right = Math.max(extent.right, by.right);
  extent.bottom = Math.max(extent.bottom, by.bottom);
  extent.count += by.count;
}

function changedTiles(mask: Uint8Array, width: number, height: number): Map<number, Extent> {
  const columns = Math.ceil(width / TILE);
  const tiles = new Map<number, Extent>();
  // indexOf runs natively: unchanged stretches cost a tenth of a loop over bytes.
  for (let at = mask.indexOf(CHANGED); at >= 0 && at < width * height; at = mask.indexOf(CHANGED, at)) {
    const y = Math.floor(at / width);
    const left = at - y * width;
    const tileEnd = Math.min(width, (Math.floor(left / TILE) + 1) * TILE);
    let right = left;
    let count = 0;
    for (let x = left; x < tileEnd; x++)
      if (mask[y * width + x] === CHANGED) {
        right = x;
        count++;
      }
    const tile = Math.floor(y / TILE) * columns + Math.floor(left / TILE);
    const found = { left, top: y, right, bottom: y, count };
    const known = tiles.get(tile);
    if (known) grow(known, found);
    else tiles.set(tile, found);
    at = y * width + tileEnd;
    if (at >= mask.length) break;
  }
  return tiles;
}
