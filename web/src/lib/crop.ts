// Which part of a large picture a small frame shows. Pure.

export type Box = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** Of the frame, around the box on each side. */
const MARGIN = 0.18;
/** Small boxes are shown as they are: enlarged they tell nothing of where they are. */
const MAX_SCALE = 1;

/** `left`, `top`: of the whole picture, scaled, from the frame's corner. `mark`: the box in the frame. */
export function cropOf({ width, height, box }: Size & { box: Box }, frame: Size) {
  const wanted = Math.min(
    (frame.width * (1 - 2 * MARGIN)) / Math.max(1, box.width),
    (frame.height * (1 - 2 * MARGIN)) / Math.max(1, box.height),
  );
  // Never a gap beside a picture that could fill the frame.
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

/** As near to `wanted` as the picture covers the frame; centred where it is smaller. */
const place = (wanted: number, least: number): number =>
  least >= 0 ? least / 2 : Math.min(0, Math.max(least, wanted));
