// Reads the changes of two screenshots that differ: each change once, with the pixels attributed to it, largest first.
import { areaOf, intersection } from "../compare/picture.ts";
import type { PixelRegion } from "../compare/regions.ts";
import type { RowShift } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import { attributionOf } from "./attribute.ts";
import { aboveOf, blockChanges } from "./blocks.ts";
import type { Change } from "./change.ts";
import { changeOf, merged, plainChange, type Share } from "./described.ts";
import type { Draft } from "./draft.ts";
import { keyOf, SLIGHT } from "./keyOf.ts";
import type { Matching } from "./matching.ts";
import { matchTrees } from "./matchTrees.ts";
import { originsOf } from "./origins.ts";
import { familyNames, ruleNames } from "./ruleNames.ts";
import type { Tree } from "./tree.ts";
import { updates } from "./updates.ts";

export type ReadInput = {
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** Projects a row of the baseline to the test screenshot (CSS pixels). */
  projectY: (y: number) => number;
  /** Clusters of pixels that differ, in pixels of the test screenshot. */
  regions: readonly PixelRegion[];
  /** Inserted and removed rows that count, with their pixels. */
  bands: readonly (RowShift & { pixels: number })[];
  /** Whether any pixel in a box of the test screenshot differs, however little. */
  differs: (box: Box) => boolean;
  /** Number of pixels in a box of the test screenshot that count as changed. */
  count: (box: Box) => number;
  /** Returns the look of a cluster or a band, for what no page map explains. */
  lookOfRegion: (region: PixelRegion) => string;
  lookOfBand: (band: RowShift) => string;
};

/** `ofRegions`, `ofBands`: the key of the change that each belongs to, in the order of the input. */
export type Reading = { changes: Change[]; ofRegions: string[]; ofBands: string[] };

/** Maximum share of an image's area that differs if the image was merely resampled. */
const SAMPLED = 0.01;

/** Inline text elements: emphasis of a word belongs to the change of the text around it. */
const INLINE = new Set([
  "a",
  "abbr",
  "b",
  "cite",
  "code",
  "em",
  "i",
  "kbd",
  "mark",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

export function readChanges(input: ReadInput): Reading {
  const { baselineMap, testMap } = input;
  return baselineMap && testMap ? readMaps(input, baselineMap, testMap) : readPixels(input);
}

/** Reads changes without page maps: there are only clusters, named by their look. */
function readPixels({ regions, bands, lookOfRegion, lookOfBand }: ReadInput): Reading {
  const ofRegions = regions.map(lookOfRegion);
  const ofBands = bands.map(lookOfBand);
  const byKey = new Map<string, Change>();
  const enter = (key: string, kind: Change["kind"], box: Box, pixels: number, pushed: number, gone: boolean) => {
    const known = byKey.get(key) ?? plainChange(key, kind, gone ? null : box, gone ? box : null);
    byKey.set(key, { ...known, changedPixels: known.changedPixels + pixels, pushed: known.pushed + pushed });
  };
  for (const [index, { box, changedPixels }] of regions.entries())
    enter(ofRegions[index]!, "unknown", box, changedPixels, 0, false);
  for (const [index, { kind, y, height, pixels }] of bands.entries())
    enter(
      ofBands[index]!,
      "unknown",
      { x: 0, y, width: 0, height },
      pixels,
      kind === "inserted" ? height : -height,
      kind === "removed",
    );
  return { changes: withShares([...byKey.values()]), ofRegions, ofBands };
}

function readMaps(input: ReadInput, baseline: PageMap, test: PageMap): Reading {
  const { regions, bands, scale, projectY } = input;
  const matching = matchTrees(baseline, test);
  const { after } = matching;
  const above = aboveOf(matching);
  const found = updates(matching, above);
  const drafts = withoutPhrases(matching, [...blockChanges(matching, above, { baseline, test }), ...found.drafts]);
  const add = (draft: Draft): void => void drafts.push(draft);
  const origins = originsOf(matching, above, drafts, found.hints, add);
  const attribution = attributionOf({
    matching,
    drafts,
    origins,
    scale,
    projectY,
    bands,
    lookOf: input.lookOfRegion,
    add,
  });
  const shares = new Map<Draft, Share>();
  const give = (draft: Draft, pixels: number, pushed: number): Draft => {
    const known = shares.get(draft) ?? { pixels: 0, pushed: 0 };
    shares.set(draft, { pixels: known.pixels + pixels, pushed: known.pushed + pushed });
    return draft;
  };
  const ownersOfRegions = regions.map((region) => give(attribution.ofRegion(region), region.changedPixels, 0));
  const ownersOfBands = bands.map((band) => {
    const owner = attribution.ofBand(band);
    return owner && give(owner, band.pixels, band.kind === "inserted" ? band.height : -band.height);
  });
  const seen = new Set([...shares.keys()].map(styleOf));
  for (const draft of drafts) {
    if (shares.has(draft) || draft.silent) continue;
    const boxes = attribution.boxesOf(draft);
    if (
      !(isEvident(draft, matching) || (draft.styles.length > 0 && seen.has(styleOf(draft)))) ||
      !boxes.some(input.differs)
    )
      continue;
    // The change's pixels are in the cluster of a neighbour.
    const own = Math.max(...boxes.map(input.count));
    const near = regions.findIndex(({ box }) => boxes.some((one) => intersection(one, box)));
    const owner = near === -1 ? undefined : shares.get(ownersOfRegions[near]!);
    const pixels = owner ? Math.min(own, owner.pixels) : 0;
    if (owner) owner.pixels -= pixels;
    shares.set(draft, { pixels, pushed: 0 });
  }
  for (const [draft, { pixels }] of shares) if (isSlight(draft, pixels, after)) draft.look = SLIGHT;
  const rules = ruleNames(matching, [...shares.keys()]);
  const families = familyNames(matching, [...shares.keys()]);
  const keys = new Map(
    [...shares.keys()].map((draft) => [draft, keyOf(matching, draft, rules.get(draft), families.get(draft))]),
  );
  const changes = merged(
    [...shares].map(([draft, share]) => changeOf(matching, draft, share, keys.get(draft)!, scale)),
  );
  const unowned = new Map<string, Change>();
  const ofBands = bands.map((band, index) => {
    const owner = ownersOfBands[index];
    if (owner) return keys.get(owner)!;
    const key = input.lookOfBand(band);
    const box = { x: 0, y: band.y, width: 0, height: band.height };
    const inserted = band.kind === "inserted";
    const known = unowned.get(key) ?? plainChange(key, "unknown", inserted ? box : null, inserted ? null : box);
    known.changedPixels += band.pixels;
    known.pushed += inserted ? band.height : -band.height;
    unowned.set(key, known);
    return key;
  });
  return {
    changes: withShares([...changes, ...unowned.values()]),
    ofRegions: ownersOfRegions.map((owner) => keys.get(owner)!),
    ofBands,
  };
}

/** Whether the image was merely resampled: that happens if its position differs by less than the map records, and then only few pixels differ. */
const isSlight = ({ kind, now }: Draft, pixels: number, { elements }: Tree): boolean =>
  kind === "drawing" && elements[now]?.tag === "img" && pixels <= SAMPLED * areaOf(elements[now].box);

/** Removes drafts of words that became, or stopped being, a separate element within a text that changed. */
function withoutPhrases({ before, after, toBefore, toAfter }: Matching, drafts: Draft[]): Draft[] {
  const texts = new Set(drafts.flatMap(({ kind, now }) => (kind === "text" ? [now] : [])));
  return drafts.filter(({ kind, old, now }) => {
    if (kind !== "added" && kind !== "removed") return true;
    const [tree, at] = kind === "added" ? [after, now] : [before, old];
    const parent = tree.parents[at]!;
    if (parent === -1 || !INLINE.has(tree.elements[at]!.tag) || tree.children[at]!.length > 0) return true;
    const around = kind === "added" ? (toBefore[parent] === -1 ? -1 : parent) : toAfter[parent]!;
    return around === -1 || !texts.has(around) || tree.elements[at]!.textHash === "";
  });
}

/** Identifies a style change, so that all elements changed by the same CSS rule count, even if some share a cluster. */
const styleOf = ({ styles }: Draft): string => (styles.length > 0 ? JSON.stringify(styles) : "");

/**
 * Whether a change to which no cluster was attributed is visible if its pixels differ. A style of a block with children may merely show a
 * change of the children.
 */
function isEvident({ kind, now }: Draft, { after }: Matching): boolean {
  return (kind !== "style" && kind !== "font" && kind !== "moved") || after.children[now]!.length === 0;
}

/** Returns the changes with their share of all differing pixels, largest first. */
export function withShares(changes: readonly Change[]): Change[] {
  const all = changes.reduce((sum, { changedPixels }) => sum + changedPixels, 0);
  return changes
    .map((change) => ({ ...change, share: all > 0 ? change.changedPixels / all : 0 }))
    .sort((a, b) => b.changedPixels - a.changedPixels || topOf(a) - topOf(b));
}

const topOf = ({ box, boxBefore }: Change): number => (box ?? boxBefore)?.y ?? 0;
