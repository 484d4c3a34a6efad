// The pictures of one result of a visual run for its report: the changed part on both sides, the difference, and the whole page small.
import sharp from "sharp";
import { type Crop, cropOf, type Size } from "../../domain/report/visual/crop.ts";
import type { ShownResult } from "../../domain/report/visual/types.ts";
import type { Region } from "../../domain/visual/outcome.ts";
import type { Box } from "../../domain/visual/pageMap.ts";
import { decidingCapture } from "../../models/shots/facts.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { keptDiff } from "../compare/renderDiff.ts";
import type { PictureDeps } from "../deps.ts";

/** px a crop is drawn at, at most; three of them stand side by side. */
const WIDEST = 1_100;
const TALLEST = 900;
/** Of a difference of a few pixels: px that each of its pixels is drawn at. */
const ENLARGED = 6;
/** px of the whole page beside them. */
const OVERVIEW: Size = { width: 120, height: 400 };
/** A PNG beyond this is drawn as JPEG: photographs. */
const MAX_PNG_BYTES = 90_000;
const QUALITY = 82;
const MAX_PIXELS = 140_000_000;
/** Width by height from which on three pictures side by side are too low to be read. */
const WIDE = 3;

type Sides = { baseline: Buffer | null; test: Buffer | null; diff: Buffer | null };
export type ShotPictures = Pick<ShownResult, "baseline" | "test" | "diff" | "overview" | "enlarged" | "wide" | "more">;

/** The stored files of a result; what is lost, or was never there, is null: a report without one picture is better than none. */
export async function loadSides(deps: PictureDeps, shot: Shot): Promise<Sides> {
  const get = async (id: string | null | undefined) => (id ? deps.artifacts.get(id).catch(() => null) : null);
  const [baseline, test] = await Promise.all([get(shot.baseline?.artifactId), get(decidingCapture(shot)?.artifactId)]);
  // The page maps alone may have failed it: then there is nothing to draw.
  const diff = baseline && test ? await keptDiff(deps, shot).then(get, () => null) : null;
  return { baseline, test, diff };
}

/** `name`: what the pictures show, for those who cannot see them. `enlarged`: a few pixels are drawn so large that each is seen. */
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

/** Without a region there is the top of the page to look at. */
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
    // Full colour resolution: a recoloured word must not fade.
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
