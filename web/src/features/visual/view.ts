// Which part of a picture is visible: the point in the middle of the pane, and the scale. Pure functions.

export type Size = { width: number; height: number };
export type Box = { x: number; y: number; width: number; height: number };
/** `x`, `y`: the picture point in the middle of the pane. `scale`: pane pixels per picture pixel. */
export type View = { scale: number; x: number; y: number };
export type Zoom = "fit" | number;

/** Scale of a tiny difference: its pixels are visible, and so is the page around it. */
export const ENLARGED = 4;

/** What determines the initial view of a result. */
export type Opening = { tiny: boolean; changes: number };

/** A tiny difference opens enlarged, a change at full size, and a result without changes fitted to the width. */
export const usualZoom = ({ tiny, changes }: Opening): Zoom => (tiny ? ENLARGED : changes > 0 ? 1 : "fit");

/** Toggles between the default zoom and the other one, which is "fit" unless that is the default. null: the default. */
export function otherZoom(chosen: Zoom | null, opening: Opening): Zoom | null {
  const usual = usualZoom(opening);
  if (chosen !== null && chosen !== usual) return null;
  return usual === "fit" ? 1 : "fit";
}

const SMALLEST = 0.05;
const LARGEST = 16;

/** Returns the scale that fits the picture's width; a small picture is not enlarged. */
export const fitScale = (picture: Size, pane: Size): number =>
  picture.width > 0 ? Math.min(1, Math.max(SMALLEST, pane.width / picture.width)) : 1;

export const scaleOf = (zoom: Zoom, picture: Size, pane: Size): number =>
  zoom === "fit" ? fitScale(picture, pane) : Math.min(LARGEST, Math.max(SMALLEST, zoom));

/** Keeps the picture within the pane. A picture smaller than the pane is centered horizontally and aligned to the top. */
export function clampView(view: View, picture: Size, pane: Size): View {
  const halfWidth = pane.width / 2 / view.scale;
  const halfHeight = pane.height / 2 / view.scale;
  return {
    scale: view.scale,
    x: picture.width <= halfWidth * 2 ? picture.width / 2 : between(view.x, halfWidth, picture.width - halfWidth),
    y: picture.height <= halfHeight * 2 ? halfHeight : between(view.y, halfHeight, picture.height - halfHeight),
  };
}

const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Returns the view of the picture's top. */
export const topView = (scale: number, picture: Size, pane: Size): View =>
  clampView({ scale, x: picture.width / 2, y: 0 }, picture, pane);

/** `dx`, `dy`: in pane pixels. The picture follows the pointer. */
export const panBy = (view: View, dx: number, dy: number): View => ({
  scale: view.scale,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** Converts a point of the pane to the picture. */
export const toPicture = (view: View, pane: Size, at: { x: number; y: number }): { x: number; y: number } => ({
  x: view.x + (at.x - pane.width / 2) / view.scale,
  y: view.y + (at.y - pane.height / 2) / view.scale,
});

/** Converts a point of the picture to the pane. */
export const toPane = (view: View, pane: Size, at: { x: number; y: number }): { x: number; y: number } => ({
  x: (at.x - view.x) * view.scale + pane.width / 2,
  y: (at.y - view.y) * view.scale + pane.height / 2,
});

/** Zooms while the point under `at` of the pane stays in place. */
export function zoomAt(view: View, factor: number, at: { x: number; y: number }, pane: Size): View {
  const scale = between(view.scale * factor, SMALLEST, LARGEST);
  const point = toPicture(view, pane, at);
  return {
    scale,
    x: point.x - (at.x - pane.width / 2) / scale,
    y: point.y - (at.y - pane.height / 2) / scale,
  };
}

/** Minimum space around a box, in pane pixels. */
const MARGIN = 12;

/**
 * Returns the view that centers a box, zoomed out only if the box would not fit and never beyond the picture's full width. A box that is
 * still taller than the pane is shown from its top.
 */
export function viewOfBox(box: Box, scale: number, picture: Size, pane: Size): View {
  const fits = Math.min(pane.width / (box.width + 2 * MARGIN), pane.height / (box.height + 2 * MARGIN));
  // A band as wide as the page keeps the current scale.
  const isBand = box.width >= picture.width * 0.9;
  const wanted = isBand ? scale : Math.min(scale, Math.max(fits, fitScale(picture, pane)));
  const isTall = box.height * wanted > pane.height;
  const y = isTall ? box.y + (pane.height / 2 - MARGIN) / wanted : box.y + box.height / 2;
  return clampView({ scale: wanted, x: box.x + box.width / 2, y }, picture, pane);
}

/** Returns the position of an outline's badge: outside the box, above it if there is room; null if the box leaves no room in the pane. */
export function badgePlace(outline: Box, badge: Size, pane: Size): { x: number; y: number } | null {
  const right = outline.x + outline.width;
  const bottom = outline.y + outline.height;
  const x = between(outline.x, 0, pane.width - badge.width);
  const y = between(outline.y, 0, pane.height - badge.height);
  const places = [
    { x, y: outline.y - badge.height },
    { x, y: bottom },
    { x: outline.x - badge.width, y },
    { x: right, y },
  ];
  const fits = (place: { x: number; y: number }) =>
    place.x >= 0 && place.y >= 0 && place.x + badge.width <= pane.width && place.y + badge.height <= pane.height;
  return places.find(fits) ?? null;
}

/** Interpolates between two views with easing at both ends. `part`: 0 to 1. */
export function blendViews(from: View, to: View, part: number): View {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  const mix = (a: number, b: number) => a + (b - a) * eased;
  return { scale: mix(from.scale, to.scale), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
