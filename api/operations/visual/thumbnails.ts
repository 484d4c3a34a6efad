// Small pictures of the top of a page, for lists: made once from the stored screenshot, one after the other, and kept in memory.
import sharp from "sharp";
import { artifactLink, type LinkContext } from "../../../platform/artifactLinks.ts";
import type { ArtifactStore } from "../../../platform/artifacts/store.ts";

/** Begins the id under which the thumbnail of an artifact is asked for. */
export const THUMBNAIL = "thumb-";
/** Drawn at half this size, so that it is sharp on a dense screen. */
const SIZE = { width: 144, height: 108 };
const QUALITY = 70;
/** About three kilobytes each. */
const MAX_KEPT = 4_000;

/** Signed link to the thumbnail of a picture; null: there is no picture. */
export const thumbLink = (ctx: LinkContext, artifactId: string | null): string | null =>
  artifactId === null ? null : artifactLink(ctx, `${THUMBNAIL}${artifactId}`);

const kept = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/** WebP. A picture is decoded only as far down as it is shown; one at a time, so that a list never takes all cores. */
export function thumbnailOf(artifacts: ArtifactStore, artifactId: string): Promise<Buffer> {
  const known = kept.get(artifactId);
  if (known) return known;
  const made = last.then(async () => shrunk(await artifacts.get(artifactId)));
  last = made.catch(() => {});
  kept.set(artifactId, made);
  // What failed is tried again when it is asked for again.
  made.catch(() => kept.delete(artifactId));
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

async function shrunk(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const shown = Math.max(1, Math.min(height, Math.round((width * SIZE.height) / SIZE.width)));
  return sharp(picture, { sequentialRead: true })
    .extract({ left: 0, top: 0, width, height: shown })
    .resize({ ...SIZE, fit: "cover", position: "top" })
    .webp({ quality: QUALITY })
    .toBuffer();
}
