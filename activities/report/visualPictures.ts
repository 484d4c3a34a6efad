// Draws the images of one visual result for its report: the changed part on both sides, the diff, and the whole page small.
import sharp from "sharp";
import { type Crop, cropOf, type Size } from "../../domain/report/visual/crop.ts";
import type { ShownResult } from "../../domain/report/visual/types.ts";
import type { Region } from "../../domain/visual/outcome.ts";
import type { Box } from "../../domain/visual/pageMap.ts";
import { decidingCapture } from "../../models/shots/facts.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { keptDiff } from "../compare/renderDiff.ts";
import type { PictureDeps } from "../deps.ts";

/** Maximum width in px of a crop; three of them are placed side by side. */
const WIDEST = 1_100;
const TALLEST = 900;
/** For a difference of a few pixels: size in px at which each pixel is drawn. */
const ENLARGED = 6;
/** Size in px of the whole page next to them. */
const OVERVIEW: Size = { width: 120, height: 400 };
/** A larger PNG, such as a photograph, is drawn as JPEG. */
const MAX_PNG_BYTES = 90_000;
const QUALITY = 82;
const MAX_PIXELS = 140_000_000;
/** Ratio of width to height above which three images side by side are too low to read. */
const WIDE = 3;

type Sides = { baseline: Buffer | null; test: Buffer | null; diff: Buffer | null };
export type ShotPictures = Pick<ShownResult, "baseline" | "test" | "diff" | "overview" | "enlarged" | "wide" | "more">;

/** Loads the stored files of a result; missing ones are null, because a report without one image is better than none. */
export async function loadSides(deps: PictureDeps, shot: Shot): Promise<Sides> {
  const get = async (id: string | null | undefined) => (id ? deps.artifacts.get(id).catch(() => null) : null);
  const [baseline, test] = await Promise.all([get(shot.baseline?.artifactId), get(decidingCapture(shot)?.artifactId)]);
  // The result may have failed because of the page maps alone: then there is nothing to draw.
  const diff = baseline && test ? await keptDiff(deps, shot).then(get, () => null) : null;
  return { baseline, test, diff };
}

/** `name`: alternative text of the images. `enlarged`: a few pixels are drawn so large that each is visible. */
export async function drawSides(
  { baseline, test, diff }: Sides,
  shot: Pick<Shot, "shifts">,
  { regions, name, enlarged }: { regions: readonly Region[]; name: string; enlarged: boolean },
): Promise<ShotPictures> {
  const sizes = { baseline: await sizeOf(baseline), test: await sizeOf(test) };
  const known = { baseline: sizes.baseline ?? sizes.test, test: sizes.test ?? sizes.baseline };
  const crop =
    known.baseline && known.test
      ? (cropOf(enlarged ? regions.slice(0, 1) : regions, shot.shifts, {
          baseline: known.baseline,
          test: known.test,
          close: enlarged,
        }) ?? wholeTop(known.baseline, known.test))
      : null;
  const draw = async (side: Buffer | null, box: Box | undefined, caption: string) => {
    const dataUri = side && box ? await drawn(side, box, enlarged) : null;
    return dataUri === null ? null : { dataUri, caption: `${caption} of ${name}` };
  };
  const small = test && sizes.test && crop ? await overviewOf(test) : null;
  return {
    baseline: await draw(baseline, crop?.baseline, "Baseline"),
    test: await draw(test, crop?.test, "Test"),
    diff: await draw(diff, crop?.test, "Difference"),
    overview:
      small && sizes.test && crop
        ? { picture: { dataUri: small, caption: `The whole page of ${name}` }, ...sizes.test, crop: crop.test }
        : null,
    enlarged,
    wide: crop !== null && crop.test.width / crop.test.height >= WIDE,
    more: crop?.more ?? 0,
  };
}

/** Without a region, the top of the page is shown. */
function wholeTop(baseline: Size, test: Size): Crop {
  const top = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height: Math.min(height, TALLEST) });
  return { baseline: top(baseline), test: top(test), more: 0 };
}

async function sizeOf(side: Buffer | null): Promise<Size | null> {
  if (side === null) return null;
  const found = await sharp(side, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => null);
  return found && { width: found.width, height: found.height };
}

async function drawn(side: Buffer, { x, y, width, height }: Box, enlarged: boolean): Promise<string | null> {
  try {
    const part = sharp(side, { limitInputPixels: MAX_PIXELS })
      .extract({ left: x, top: y, width, height })
      .resize(
        enlarged
          ? { width: width * ENLARGED, height: height * ENLARGED, kernel: "nearest" }
          : { width: WIDEST, height: TALLEST, fit: "inside", withoutEnlargement: true },
      );
    const png = await part.clone().png({ compressionLevel: 9 }).toBuffer();
    if (png.length <= MAX_PNG_BYTES) return `data:image/png;base64,${png.toString("base64")}`;
    // Full color resolution, because a recolored word must not fade.
    const jpeg = await part
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
      .toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
  } catch {
    return null;
  }
}

async function overviewOf(side: Buffer): Promise<string | null> {
  const small = await sharp(side, { limitInputPixels: MAX_PIXELS })
    .resize({ ...OVERVIEW, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .catch(() => null);
  return small && `data:image/jpeg;base64,${small.toString("base64")}`;
}
