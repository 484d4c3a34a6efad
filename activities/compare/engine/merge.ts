// Compares a screenshot with the expected result of merging accepted screenshots.
import sharp from "sharp";
import type { MergeOf } from "../../../domain/history/reference.ts";
import { alignRows } from "../../../domain/visual/compare/alignRows.ts";
import { CHANGED } from "../../../domain/visual/compare/diffPixels.ts";
import { mergeMaps, mergeRestless } from "../../../domain/visual/compare/mergeMaps.ts";
import { equalPictures, mergePictures } from "../../../domain/visual/compare/mergePictures.ts";
import { type Picture, type SamePixels, wordsOf } from "../../../domain/visual/compare/picture.ts";
import { findRegions } from "../../../domain/visual/compare/regions.ts";
import { settleMerge, withoutConflicts } from "../../../domain/visual/compare/settleMerge.ts";
import type { RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { compareDecoded } from "./comparePair.ts";
import { decodePng } from "./decode.ts";
import type { MergeAnswer, MergeRequest } from "./jobs.ts";
import { pixelHashOf } from "./pictures.ts";

/** Maximum depth of nested merges; below it, our side alone represents the merge. */
const MAX_DEPTH = 5;

type Side = { picture: Picture; map: PageMap | null; restless: readonly RestlessRegion[] };
type Read = (node: MergeOf, depth: number, role: "side" | "base") => Promise<Side | null>;

const same: SamePixels = (a, b) => Buffer.compare(a, b) === 0;

/** Decodes one screenshot after the other: at most a merge's three inputs, its result and the test are in memory together. */
export async function mergeAndCompare(request: MergeRequest): Promise<MergeAnswer> {
  const { tree, versions, testPng, testMap = null, testRestless } = request;
  const started = performance.now();
  const test = await decodePng(testPng);
  const read: Read = async (node, depth, role) => {
    if (node === null) return null;
    if (typeof node === "string" || depth > MAX_DEPTH) return leafOf(node);
    return merge(node, depth, role);
  };
  const leafOf = async (node: MergeOf): Promise<Side | null> => {
    let leaf = node;
    while (leaf !== null && typeof leaf !== "string") leaf = leaf.ours;
    const version = leaf === null ? undefined : versions[leaf];
    return version ? { ...version, picture: await decodePng(version.png) } : null;
  };
  const merge = async (of: Exclude<MergeOf, string | null>, depth: number, role: "side" | "base") => {
    const ours = await read(of.ours, depth + 1, role);
    const theirs = await read(of.theirs, depth + 1, role);
    // One side has no screenshot, so the other one is all there is to compare with.
    if (!ours || !theirs) return ours ?? theirs;
    const base = await read(of.base, depth + 1, "base");
    const merged = mergePictures(base?.picture ?? null, ours.picture, theirs.picture, same);
    const picture = role === "base" ? withoutConflicts(merged) : settleMerge(merged, test, same).picture;
    return joined(picture, base?.map ?? null, ours, theirs);
  };
  const expected = await read(tree, 0, "side");
  if (!expected) return { expected: null };
  const took = performance.now() - started;
  const { picture, map, restless } = expected;
  const equal = equalPictures(picture, test, same);
  const { comparison } = compareDecoded(picture, test, {
    ...request,
    baselineMap: map,
    testMap,
    restless: { baseline: restless, test: testRestless },
  });
  const ours = await leafOf(tree);
  return {
    expected: {
      png: equal ? null : await encode(picture),
      map: equal ? testMap : map,
      restless: [...restless],
      pixelSha256: pixelHashOf(picture),
      width: picture.width,
      height: picture.height,
    },
    comparison: { ...comparison, timings: { ...comparison.timings, merge: took } },
    known: ours ? changesShown(ours.picture, picture, test) : 0,
  };
}

function joined(picture: Picture, base: PageMap | null, ours: Side, theirs: Side): Side {
  const placed = (side: Side) => ({ ...side, placed: alignRows(side.picture, picture, same), scale: scaleOf(side) });
  const [left, right] = [placed(ours), placed(theirs)];
  const map = mergeMaps(base, left, right);
  return {
    picture,
    // A map has the height of its screenshot.
    map: map && { ...map, height: picture.height / scaleOf(ours) },
    restless: mergeRestless([left, right]),
  };
}

const scaleOf = ({ picture, map }: Side): number => (map && map.width > 0 ? picture.width / map.width : 1);

/** Counts the changes that the expected screenshot has and ours does not, as far as the test shows them. */
function changesShown(ours: Picture, expected: Picture, test: Picture): number {
  if (ours.width !== expected.width || test.width !== expected.width)
    return equalPictures(ours, expected, same) ? 0 : 1;
  const { width, height } = expected;
  const before = alignRows(ours, expected, same);
  const after = alignRows(expected, test, same);
  const mask = new Uint8Array(width * height);
  const [old, wanted, shown] = [ours, expected, test].map(wordsOf) as [Uint32Array, Uint32Array, Uint32Array];
  const oldRow = new Int32Array(height).fill(-1);
  for (const { baselineY, testY, height: rows } of before.segments)
    for (let row = 0; row < rows; row++) oldRow[testY + row] = baselineY + row;
  for (const { baselineY, testY, height: rows } of after.segments)
    for (let row = baselineY; row < baselineY + rows; row++) {
      const [from, there] = [oldRow[row]! * width, (testY + row - baselineY) * width];
      for (let x = 0, at = row * width; x < width; x++, at++)
        if ((from < 0 || old[from + x] !== wanted[at]) && wanted[at] === shown[there + x]) mask[at] = CHANGED;
    }
  const removed = before.bands.filter(({ kind }) => kind === "removed").length;
  return findRegions(mask, width, height).length + removed;
}

/** Fast rather than small: it is displayed next to a result, and not compared again. */
async function encode({ width, height, data }: Picture): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3, adaptiveFiltering: false, palette: false })
    .toBuffer();
}
