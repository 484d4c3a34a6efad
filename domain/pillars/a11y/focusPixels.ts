// Whether two pictures of a control, with the keyboard focus and without, differ so much that a person sees it.

/** RGBA, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/** `pixels`: it can be seen. `faint`: a large part changes by very little. `none`: nothing, or nothing that can be seen. */
export type Seen = "pixels" | "faint" | "none";

/** Contrast between a pixel's two colours from which on it counts: #ddd on white has 1.36, #eee 1.16. */
const SEEN_CONTRAST = 1.3;
/** Where the lightness is alike, a channel (of 255) must differ by so much: red beside green. */
const SEEN_CHANNEL = 48;
/** As many as a dot of 3 × 3 has. */
const LEAST_PIXELS = 9;
/** A change by so little is noticed only when a large part of the control has it. */
const FAINT_CHANNEL = 8;
const FAINT_PART = 0.15;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/**
 * `again` is a second picture without the focus: what differs between the two moves by itself and does not count. `area`:
 * CSS px² of the control.
 */
export function seenBetween(focused: Pixels, unfocused: Pixels, again: Pixels | null, area: number): Seen {
  const { width, height, data: a } = focused;
  const b = unfocused.data;
  if (unfocused.width !== width || unfocused.height !== height) return "pixels";
  const c = again !== null && again.data.length === b.length ? again.data : null;
  let clear = 0;
  let faint = 0;
  for (let at = 0; at < a.length; at += 4) {
    const most = Math.max(difference(a, b, at), difference(a, b, at + 1), difference(a, b, at + 2));
    if (most < FAINT_CHANNEL || (c !== null && differs(b, c, at))) continue;
    faint += 1;
    if (most >= SEEN_CHANNEL || contrast(lightness(a, at), lightness(b, at)) >= SEEN_CONTRAST) clear += 1;
    if (clear >= LEAST_PIXELS) return "pixels";
  }
  return faint >= FAINT_PART * Math.max(1, area) ? "faint" : "none";
}

const difference = (a: Uint8Array, b: Uint8Array, at: number): number => Math.abs((a[at] ?? 0) - (b[at] ?? 0));
const differs = (a: Uint8Array, b: Uint8Array, at: number): boolean =>
  difference(a, b, at) + difference(a, b, at + 1) + difference(a, b, at + 2) > 0;
const lightness = (data: Uint8Array, at: number): number =>
  0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
