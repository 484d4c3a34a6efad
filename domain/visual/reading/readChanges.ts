// Reads a pair of pictures that differ: each change once, with the pixels that are its doing, the largest first.
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
  /** Where a row of the baseline is in the test picture (CSS pixels). */
  projectY: (y: number) => number;
  /** Clusters of pixels that differ, in pixels of the test picture. */
  regions: readonly PixelRegion[];
  /** Rows that came or went and count, with their pixels. */
  bands: readonly (RowShift & { pixels: number })[];
  /** Whether any pixel of a box of the test picture is another one, however little. */
  differs: (box: Box) => boolean;
  /** Pixels of a box of the test picture that count as changed. */
  count: (box: Box) => number;
  /** What a cluster, or a band, looks like, for what no page map explains. */
  lookOfRegion: (region: PixelRegion) => string;
  lookOfBand: (band: RowShift) => string;
};

/** `ofRegions`, `ofBands`: the key of the change that each belongs to, in the order of the input. */
export type Reading = { changes: Change[]; ofRegions: string[]; ofBands: string[] };

/** Part of an image. */
const SAMPLED = 0.01;

/** Elements of text inside a line: whether a word is emphasised is a matter of the text around it. */
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

/** Without page maps there are only clusters, named by what they look like. */
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
    // Its pixels are in the cluster of a neighbour.
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

/** An image of one address is resampled where its place differs by less than is recorded; then so little of it differs. */
const isSlight = ({ kind, now }: Draft, pixels: number, { elements }: Tree): boolean =>
  kind === "drawing" && elements[now]?.tag === "img" && pixels <= SAMPLED * areaOf(elements[now].box);

/** Words that became, or are no longer, an element of their own within a text that changed. */
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

/** What one rule of a style sheet does to several elements, some of which share a cluster. */
const styleOf = ({ styles }: Draft): string => (styles.length > 0 ? JSON.stringify(styles) : "");

/** Whether a change of which no cluster is the nearest one shows where pixels differ; a style of a block shows in what is in it. */
function isEvident({ kind, now }: Draft, { after }: Matching): boolean {
  return (kind !== "style" && kind !== "font" && kind !== "moved") || after.children[now]!.length === 0;
}

function withShares(changes: readonly Change[]): Change[] {
  const all = changes.reduce((sum, { changedPixels }) => sum + changedPixels, 0);
  return changes
    .map((change) => ({ ...change, share: all > 0 ? change.changedPixels / all : 0 }))
    .sort((a, b) => b.changedPixels - a.changedPixels || topOf(a) - topOf(b));
}

const topOf = ({ box, boxBefore }: Change): number => (box ?? boxBefore)?.y ?? 0;
