// Compares screenshots of a control with and without keyboard focus and determines whether the difference is visible.

/** RGBA values, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/**
 * `pixels`: a visible change. `faint`: a large part changes slightly. `none`: no change or no visible one. `unknown`: the area changes
 * on its own.
 */
export type Seen = "pixels" | "faint" | "none" | "unknown";

export type Box = { x: number; y: number; width: number; height: number };

/** Minimum contrast between a pixel's two colours that counts as visible: #ddd on white has 1.36, #eee 1.16. */
const SEEN_CONTRAST = 1.3;
/** Minimum difference of a channel (of 255) if the lightness is similar, as with red and green. */
const SEEN_CHANNEL = 48;
/** Number of pixels in a dot of 3 × 3. */
const MIN_PIXELS = 9;
/** Minimum difference of a channel for a faint change, which is noticed only if a large part of the control changes. */
const FAINT_CHANNEL = 8;
const FAINT_PART = 0.15;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** Size in px of the squares in which changes that happen on their own are excluded, together with the adjacent squares. */
const SQUARE = 8;

/**
 * Compares two focused and two unfocused screenshots, taken in the order focused, unfocused, unfocused, focused. Whatever differs between
 * two
 * screenshots of the same kind changes on its own and does not count. `box`: the control within the screenshots.
 */
export function seenBetween(focused: readonly [Pixels, Pixels], unfocused: readonly [Pixels, Pixels], box: Box): Seen {
  const all = [...focused, ...unfocused];
  const [{ width, height, data: a }, b] = [focused[0], unfocused[0].data];
  if (all.some((picture) => picture.width !== width || picture.height !== height)) return "unknown";
  const moves = movingSquares([focused, unfocused], width, height);
  const wide = Math.ceil(width / SQUARE);
  let clear = 0;
  let faint = 0;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const most = Math.max(difference(a, b, at), difference(a, b, at + 1), difference(a, b, at + 2));
      if (most < FAINT_CHANNEL || moves[Math.floor(y / SQUARE) * wide + Math.floor(x / SQUARE)]) continue;
      faint += 1;
      if (most >= SEEN_CHANNEL || contrast(lightness(a, at), lightness(b, at)) >= SEEN_CONTRAST) clear += 1;
      if (clear >= MIN_PIXELS) return "pixels";
    }
  if (touches(moves, wide, box)) return "unknown";
  return faint >= FAINT_PART * Math.max(1, box.width * box.height) ? "faint" : "none";
}

/** Returns one entry per square, row by row: 1 if the square changes on its own. */
function movingSquares(pairs: readonly (readonly [Pixels, Pixels])[], width: number, height: number): Uint8Array {
  const [wide, high] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)];
  const moves = new Uint8Array(wide * high);
  for (const [one, other] of pairs)
    for (let y = 0, at = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, at += 4) {
        if (!differs(one.data, other.data, at)) continue;
        const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
        for (let r = Math.max(0, row - 1); r <= Math.min(high - 1, row + 1); r += 1)
          moves.fill(1, r * wide + Math.max(0, column - 1), r * wide + Math.min(wide - 1, column + 1) + 1);
      }
  return moves;
}

function touches(moves: Uint8Array, wide: number, { x, y, width, height }: Box): boolean {
  for (let row = Math.floor(y / SQUARE); row <= (y + height) / SQUARE; row += 1)
    for (let column = Math.floor(x / SQUARE); column <= (x + width) / SQUARE; column += 1)
      if (column < wide && moves[row * wide + column]) return true;
  return false;
}

const difference = (a: Uint8Array, b: Uint8Array, at: number): number => Math.abs((a[at] ?? 0) - (b[at] ?? 0));
const differs = (a: Uint8Array, b: Uint8Array, at: number): boolean =>
  difference(a, b, at) + difference(a, b, at + 1) + difference(a, b, at + 2) > 0;
const lightness = (data: Uint8Array, at: number): number =>
  0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
