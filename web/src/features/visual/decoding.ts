// Messages between the page and its decoding worker.

export const TILE_HEIGHT = 2048;

export type ToDecode = { id: number; url: string } | { stop: number };
/** Tiles from top to bottom, each TILE_HEIGHT rows high except the last; a single tile may be taller. */
export type Decoded =
  | { id: number; width: number; height: number; tiles: ImageBitmap[] }
  | { id: number; failed: string };
