// What the page and its decoding worker say to each other.

export const TILE_HEIGHT = 2048;

export type ToDecode = { id: number; url: string } | { stop: number };
/** Tiles from the top to the bottom, each TILE_HEIGHT rows but the last; a single one may be taller. */
export type Decoded =
  | { id: number; width: number; height: number; tiles: ImageBitmap[] }
  | { id: number; failed: string };
