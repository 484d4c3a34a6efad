// Attributes each cluster of differing pixels to exactly one change.
import { DRAWN } from "../compare/contentChanges.ts";
import { areaOf, intersection, toPixels } from "../compare/picture.ts";
import type { PixelRegion } from "../compare/regions.ts";
import type { RowShift } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import type { Draft } from "./draft.ts";
import { isSign } from "./icons.ts";
import type { Matching } from "./matching.ts";
import { type Origins, STEADY } from "./origins.ts";
import { partOf } from "./tree.ts";

/** Minimum share of a cluster that an element must cover to account for it, because a cluster joins everything nearby. */
const MIN_COVERED = 0.5;
/** CSS pixels by which shadows, outlines and letters extend beyond their element. */
const OVERHANG = 16;
/** Pixels by which a sign extends beyond the box of its icon. */
const EDGE = 4;
/** Maximum number of elements of a part that are searched for an icon. */
const LOOKED_AT = 12;
/** Maximum distance in CSS pixels between a change and the inserted or removed rows that it causes. */
const REACH = 40;

/** Page maps round positions to tenths of a pixel. */
const ROUNDED = 0.06;

/** Boxes are in pixels of the test screenshot. `draft` is null if the element is merely displaced. */
type Place = { boxes: Box[]; draft: Draft | null; now: number };

export type AttributeInput = {
  matching: Matching;
  drafts: readonly Draft[];
  origins: Origins;
  scale: number;
  /** Projects a row of the baseline to the test screenshot (CSS pixels). */
  projectY: (y: number) => number;
  /** Returns the look of a cluster. */
  lookOf: (region: PixelRegion) => string;
  /** Inserted and removed rows that count. */
  bands: readonly RowShift[];
  /** Adds a draft for pixels that nothing recorded explains. */
  add: (draft: Draft) => void;
};

export type Attribution = {
  ofRegion(region: PixelRegion): Draft;
  /** Returns null if no known change of the page caused these rows. */
  ofBand(band: RowShift): Draft | null;
  /** Returns the boxes of a change in the test screenshot. */
  boxesOf(draft: Draft): Box[];
};

export function attributionOf(input: AttributeInput): Attribution {
  const { matching, drafts, origins, scale, projectY, bands, add } = input;
  const { before, after, toBefore } = matching;
  const expectedOf = (old: number): Box => {
    const { box } = before.elements[old]!;
    return { ...box, y: projectY(box.y) };
  };
  const boxesOf = ({ old, now }: Draft): Box[] => [
    ...(now === -1 ? [] : [toPixels(after.elements[now]!.box, scale)]),
    ...(old === -1 ? [] : [toPixels(expectedOf(old), scale)]),
  ];
  const places: Place[] = drafts.map((draft) => ({ boxes: boxesOf(draft), draft, now: draft.now }));
  const off = new Set<number>();
  for (const [now, old] of toBefore.entries()) {
    if (old === -1) continue;
    const [box, expected] = [after.elements[now]!.box, expectedOf(old)];
    if (isStill(box, expected)) continue;
    off.add(now);
    places.push({ boxes: [toPixels(box, scale), toPixels(expected, scale)], draft: null, now });
  }
  const pixels = after.elements.map(({ box }) => toPixels(box, scale));
  const signs = new Set([...after.elements.keys()].filter((at) => isSign(after, at)));

  const weightOf = (draft: Draft | null): number => (draft && !draft.silent ? 1 : 0.5);

  /** Returns the best fitting place: the share of the cluster it covers, times the share of it that the cluster fills. */
  function bestPlace(region: Box): { covers: Place | null; any: Place | null } {
    let [covers, any, most, mostAny]: [Place | null, Place | null, number, number] = [null, null, 0, 0];
    for (const place of places)
      for (const box of place.boxes) {
        const shared = intersection(region, box);
        if (shared === null) continue;
        const covered = areaOf(shared) / areaOf(region);
        const score = covered * Math.sqrt(areaOf(shared) / areaOf(box)) * weightOf(place.draft);
        if (covered >= MIN_COVERED && score > most) [covers, most] = [place, score];
        if (score > mostAny) [any, mostAny] = [place, score];
      }
    return { covers, any };
  }

  function smallestAround(region: Box): number {
    let [best, bestArea] = [-1, Number.POSITIVE_INFINITY];
    for (const [at, box] of pixels.entries()) {
      const shared = intersection(region, box);
      // The sign of an icon is drawn beyond its box.
      if (shared === null || areaOf(shared) < areaOf(region) * (signs.has(at) ? MIN_COVERED : 0.9)) continue;
      if (areaOf(box) <= bestArea) [best, bestArea] = [at, areaOf(box)];
    }
    return best;
  }

  /** Returns the sign inside an element that a cluster touches, since only the sign's edge may differ. */
  function signNear(around: number, { x, y, width, height }: Box): number | null {
    if (around === -1 || signs.has(around)) return null;
    const grown = { x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
    const inside = partOf(after, around, undefined, LOOKED_AT).filter((at) => signs.has(at) && toBefore[at] !== -1);
    return inside.find((at) => intersection(pixels[at]!, grown)) ?? null;
  }

  const unexplained = new Map<string, Draft>();
  function unexplainedAt(around: number, region: PixelRegion): Draft {
    const now = signNear(around, region.box) ?? around;
    const kind = now !== -1 && isDrawing(now) ? "drawing" : "unknown";
    // A container is not a suitable name for a change inside it, because the change would have a different name on each page.
    const named = kind === "drawing" || (now !== -1 && after.elements[now]!.textHash !== "");
    const look = named ? "" : input.lookOf(region);
    const name = now === -1 ? look : `${kind} ${now}`;
    const known = unexplained.get(name);
    if (known) return known;
    const draft: Draft = { kind, old: now === -1 ? -1 : toBefore[now]!, now, styles: [], push: 0, look };
    unexplained.set(name, draft);
    add(draft);
    return draft;
  }
  const isDrawing = (now: number): boolean =>
    DRAWN.has(after.elements[now]!.tag) || after.elements[now]!.image !== "" || signs.has(now);

  function nearest(region: Box): Draft | null {
    let [best, least]: [Draft | null, number] = [null, OVERHANG * scale];
    for (const { boxes, draft } of places)
      for (const box of boxes) {
        if (!draft) continue;
        const apart = Math.max(
          gap(region.y, region.height, box.y, box.height),
          gap(region.x, region.width, box.x, box.width),
        );
        if (apart <= least) [best, least] = [draft, apart];
      }
    return best;
  }

  function ofRegion(pixelRegion: PixelRegion): Draft {
    const region = pixelRegion.box;
    const around = smallestAround(region);
    const still = around !== -1 && toBefore[around] !== -1 && !off.has(around) && !origins.ownOf(around);
    const { covers, any } = bestPlace(region);
    const place = covers ?? any;
    // What is drawn in an unchanged element is not attributed to the elements around it.
    const within = place && around !== -1 && place.boxes.some((box) => areaOf(box) <= areaOf(pixels[around]!));
    if (still && isDrawing(around) && pixelRegion.changedPixels <= redrawnOf(around)) {
      const origin = origins.originOf(around);
      if (origin) return origin;
    }
    const torn = still && isDrawing(around) && isTorn(around) ? besideOf(around, region) : null;
    if (torn) return torn;
    if (still && isDrawing(around) && !within) return unexplainedAt(around, pixelRegion);
    // A style of a surrounding element need not be visible here, so prefer an element that clips its content.
    const cut = place?.draft && place.draft.styles.length > 0 && place.now < around ? origins.cutAt(around) : null;
    if (cut) return cut;
    const found = place && (place.draft ?? origins.originOf(place.now) ?? besideOf(place.now, region));
    return found ?? nearest(region) ?? origins.hintAt(around) ?? unexplainedAt(around, pixelRegion);
  }

  /** Whether rows were inserted or removed beside an element of unchanged height, so that the alignment tears it and its pixels differ. */
  function isTorn(now: number): boolean {
    const { y, height } = before.elements[toBefore[now]!]!.box;
    return Math.abs(projectY(y + height) - projectY(y) - height) > STEADY;
  }

  /**
   * Returns the change that caused the inserted or removed rows beside an element that did not move, because such an element differs from
   * the shifted rows.
   */
  function besideOf(now: number, region: Box): Draft | null {
    if (!isStill(after.elements[now]!.box, before.elements[toBefore[now]!]!.box)) return null;
    const end = region.y + region.height;
    const band = bands.findLast(({ y }) => y <= end) ?? bands[0];
    return band ? ownerOf(band) : null;
  }

  /**
   * Returns the number of an image's pixels that may differ merely because it is drawn at a new position: its edges, and more of them if
   * it moved by a fraction of a pixel.
   */
  function redrawnOf(now: number): number {
    const [box, from] = [after.elements[now]!.box, before.elements[toBefore[now]!]!.box];
    const away = [(box.x - from.x) * scale, (box.y - from.y) * scale];
    if (away.every((pixels) => pixels === 0)) return 0;
    const whole = away.every((pixels) => Math.abs(pixels - Math.round(pixels)) < ROUNDED);
    return areaOf(pixels[now]!) * (whole ? 0.005 : 0.02);
  }

  /** Returns the smallest element that grew or shrank because of rows inserted or removed inside it. */
  function grownAround(band: RowShift): number {
    const inserted = band.kind === "inserted";
    let [best, bestArea] = [-1, Number.POSITIVE_INFINITY];
    for (const [now, old] of toBefore.entries()) {
      if (old === -1) continue;
      const [box, from] = [after.elements[now]!.box, before.elements[old]!.box];
      const growth = box.height - from.height;
      if (inserted ? growth <= STEADY : growth >= -STEADY) continue;
      const side = inserted ? box : from;
      if (side.y * scale > band.y + 1 || (side.y + side.height) * scale < band.y + band.height - 1) continue;
      if (areaOf(side) <= bestArea) [best, bestArea] = [now, areaOf(side)];
    }
    return best;
  }

  let last: Draft | null = null;
  function ofBand(band: RowShift): Draft | null {
    last = ownerOf(band) ?? last;
    return last;
  }

  function ownerOf(band: RowShift): Draft | null {
    const inserted = band.kind === "inserted";
    let [best, most]: [Draft | null, number] = [null, 0];
    let [near, least]: [Draft | null, number] = [null, REACH * scale];
    for (const draft of drafts) {
      const element = inserted ? after.elements[draft.now] : before.elements[draft.old];
      if (element) {
        const box = toPixels(element.box, scale);
        const block =
          draft.kind === (inserted ? "added" : "removed") || draft.kind === "moved" || draft.kind === "replaced";
        const shared = Math.min(box.y + box.height, band.y + band.height) - Math.max(box.y, band.y);
        if (block && shared * 2 >= band.height && shared * box.width > most) [best, most] = [draft, shared * box.width];
      }
      if (draft.push <= STEADY) continue;
      const top = inserted ? band.y : projectY(band.y / scale) * scale;
      for (const box of boxesOf(draft)) {
        const apart = gap(top, inserted ? band.height : 0, box.y, box.height);
        if (apart <= least) [near, least] = [draft, apart];
      }
    }
    const grown = best ? -1 : grownAround(band);
    const pushing = drafts.filter(({ push }) => push > STEADY);
    const only = pushing.length === 1 ? pushing[0]! : null;
    return best ?? (grown === -1 ? null : origins.originOf(grown)) ?? near ?? last ?? only;
  }

  return { ofRegion, ofBand, boxesOf };
}

const isStill = (a: Box, b: Box): boolean =>
  (["x", "y", "width", "height"] as const).every((side) => Math.abs(a[side] - b[side]) <= STEADY);

/** Returns the gap between two ranges; 0 if they touch. */
const gap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, a - (b + bLength), b - (a + aLength));
