// Where one looks at a picture: which point of it stands in the middle of the pane, and how large it is drawn. All pure.

export type Size = { width: number; height: number };
export type Box = { x: number; y: number; width: number; height: number };
/** `x`, `y`: the point of the picture in the middle of the pane. `scale`: pixels of the pane for one of the picture. */
export type View = { scale: number; x: number; y: number };
export type Zoom = "fit" | number;

/** How large a tiny difference is drawn: its pixels are seen, and the page around it too. */
export const ENLARGED = 4;

/** What decides how a result opens. */
export type Opening = { tiny: boolean; changes: number };

/** A tiny difference opens enlarged, a change at full size, and what shows no change with its whole width. */
export const usualZoom = ({ tiny, changes }: Opening): Zoom => (tiny ? ENLARGED : changes > 0 ? 1 : "fit");

/** Between the usual view and the other one, which is the whole width where that is not the usual one. null: the usual one. */
export function otherZoom(chosen: Zoom | null, opening: Opening): Zoom | null {
  const usual = usualZoom(opening);
  if (chosen !== null && chosen !== usual) return null;
  return usual === "fit" ? 1 : "fit";
}

const SMALLEST = 0.05;
const LARGEST = 16;

/** The picture's whole width is seen; a small picture is not blown up. */
export const fitScale = (picture: Size, pane: Size): number =>
  picture.width > 0 ? Math.min(1, Math.max(SMALLEST, pane.width / picture.width)) : 1;

export const scaleOf = (zoom: Zoom, picture: Size, pane: Size): number =>
  zoom === "fit" ? fitScale(picture, pane) : Math.min(LARGEST, Math.max(SMALLEST, zoom));

/** Keeps the picture in the pane: what is smaller than the pane stands in the middle (at the top for its height). */
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

/** The top of the picture. */
export const topView = (scale: number, picture: Size, pane: Size): View =>
  clampView({ scale, x: picture.width / 2, y: 0 }, picture, pane);

/** `dx`, `dy` in pixels of the pane: the picture follows the pointer. */
export const panBy = (view: View, dx: number, dy: number): View => ({
  scale: view.scale,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** The point of the picture under `at` of the pane. */
export const toPicture = (view: View, pane: Size, at: { x: number; y: number }): { x: number; y: number } => ({
  x: view.x + (at.x - pane.width / 2) / view.scale,
  y: view.y + (at.y - pane.height / 2) / view.scale,
});

/** Where a point of the picture stands in the pane. */
export const toPane = (view: View, pane: Size, at: { x: number; y: number }): { x: number; y: number } => ({
  x: (at.x - view.x) * view.scale + pane.width / 2,
  y: (at.y - view.y) * view.scale + pane.height / 2,
});

/** Larger or smaller, with the point under `at` of the pane staying where it is. */
export function zoomAt(view: View, factor: number, at: { x: number; y: number }, pane: Size): View {
  const scale = between(view.scale * factor, SMALLEST, LARGEST);
  const point = toPicture(view, pane, at);
  return {
    scale,
    x: point.x - (at.x - pane.width / 2) / scale,
    y: point.y - (at.y - pane.height / 2) / scale,
  };
}

/** Pixels of the pane that stay free around a box. */
const MARGIN = 12;

/**
 * The view that shows a box in the middle of the pane; smaller only where the box would not fit, and never smaller than the whole
 * width. A box that is taller than the pane even then is shown from its top.
 */
export function viewOfBox(box: Box, scale: number, picture: Size, pane: Size): View {
  const fits = Math.min(pane.width / (box.width + 2 * MARGIN), pane.height / (box.height + 2 * MARGIN));
  // A band as wide as the page is looked at in the scale one has.
  const isBand = box.width >= picture.width * 0.9;
  const wanted = isBand ? scale : Math.min(scale, Math.max(fits, fitScale(picture, pane)));
  const isTall = box.height * wanted > pane.height;
  const y = isTall ? box.y + (pane.height / 2 - MARGIN) / wanted : box.y + box.height / 2;
  return clampView({ scale: wanted, x: box.x + box.width / 2, y }, picture, pane);
}

/** Where the badge of an outlined box stands: outside the box, above it where there is room; null: the box leaves none in the pane. */
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

/** Between two views, `part` from 0 to 1; slow at both ends. */
export function blendViews(from: View, to: View, part: number): View {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  const mix = (a: number, b: number) => a + (b - a) * eased;
  return { scale: mix(from.scale, to.scale), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
