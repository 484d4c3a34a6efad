// Thumbnails of the top of a page for lists: created once from the stored screenshot, one at a time, and cached in memory.
import sharp from "sharp";
import { artifactLink, type LinkContext } from "../../../platform/artifactLinks.ts";
import type { ArtifactStore } from "../../../platform/artifacts/store.ts";

/** Prefix of the id under which the thumbnail of an artifact is requested. */
export const THUMBNAIL = "thumb-";
/** Displayed at half this size, so that it is sharp on high-density screens. */
const SIZE = { width: 144, height: 108 };
const QUALITY = 70;
/** Maximum number of cached thumbnails, about three kilobytes each. */
const MAX_KEPT = 4_000;

/** Returns a signed link to the thumbnail of a screenshot; null if there is no screenshot. */
export const thumbLink = (ctx: LinkContext, artifactId: string | null): string | null =>
  artifactId === null ? null : artifactLink(ctx, `${THUMBNAIL}${artifactId}`);

const kept = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/** Returns a WebP image. Screenshots are only decoded as far down as shown, and one at a time, so that a list never uses all cores. */
export function thumbnailOf(artifacts: ArtifactStore, artifactId: string): Promise<Buffer> {
  const known = kept.get(artifactId);
  if (known) return known;
  const made = last.then(async () => shrunk(await artifacts.get(artifactId)));
  last = made.catch(() => {});
  kept.set(artifactId, made);
  // Failures are not cached, so that the next request retries.
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
