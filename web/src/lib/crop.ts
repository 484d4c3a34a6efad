// Calculates which part of a large picture a small frame shows. Pure.

export type Box = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** Margin around the box on each side, as a share of the frame. */
const MARGIN = 0.18;
/** Small boxes are not enlarged, because then the surroundings would be missing. */
const MAX_SCALE = 1;

/** `left`, `top`: offset of the scaled picture from the frame's corner. `mark`: the box within the frame. */
export function cropOf({ width, height, box }: Size & { box: Box }, frame: Size) {
  const wanted = Math.min(
    (frame.width * (1 - 2 * MARGIN)) / Math.max(1, box.width),
    (frame.height * (1 - 2 * MARGIN)) / Math.max(1, box.height),
  );
  // No gaps beside a picture that could fill the frame.
  const scale = Math.min(MAX_SCALE, Math.max(wanted, frame.width / width));
  const left = place(frame.width / 2 - (box.x + box.width / 2) * scale, frame.width - width * scale);
  const top = place(frame.height / 2 - (box.y + box.height / 2) * scale, frame.height - height * scale);
  const mark = {
    left: left + box.x * scale,
    top: top + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  return { scale, left, top, mark };
}

/** Returns the offset closest to `wanted` at which the picture covers the frame; centered if the picture is smaller. */
const place = (wanted: number, least: number): number =>
  least >= 0 ? least / 2 : Math.min(0, Math.max(least, wanted));
