// Loads the images of a report from the artifact store: only those of the report's project, and small enough to send.
import sharp from "sharp";
import { MAX_PICTURE_CHARACTERS, MAX_PICTURES } from "../../domain/report/bounds.ts";
import type { Picture } from "../../domain/report/extraTypes.ts";
import { heldArtifact } from "../../models/artifacts/access.ts";
import type { Models } from "../../models/index.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** Width in px and quality of redrawn images; smaller images stay as they are. */
const WIDEST = 1_000;
const TALLEST = 1_600;
const QUALITY = 78;
const SMALL_BYTES = 60_000;
/** Larger stored images are not opened. */
const MAX_BYTES = 30_000_000;
const MAX_PIXELS = 120_000_000;

/** Pages reference other artifacts too. */
const MAX_LOOKUPS = 500;

const KINDS = ["image/png", "image/jpeg", "image/webp"];

/** Returns images by artifact id, in the order of the ids until there are enough. Missing artifacts and non-images are left out. */
export async function loadPictures(
  deps: { models: Models; artifacts: ArtifactStore },
  projectId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  let characters = 0;
  let asked = 0;
  for (const id of new Set(ids)) {
    if (pictures.size >= MAX_PICTURES || characters >= MAX_PICTURE_CHARACTERS || asked++ >= MAX_LOOKUPS) break;
    const dataUri = await loadPicture(deps, projectId, id);
    if (dataUri === null) continue;
    characters += dataUri.length;
    pictures.set(id, dataUri);
  }
  return pictures;
}

async function loadPicture(
  { models, artifacts }: { models: Models; artifacts: ArtifactStore },
  projectId: string,
  id: string,
): Promise<Picture["dataUri"] | null> {
  const record = await heldArtifact(models, projectId, id);
  if (!record || !KINDS.includes(record.contentType) || record.bytes > MAX_BYTES) return null;
  // A report without one image is better than none; the run's page still shows that the store lost it.
  const bytes = await artifacts.get(id).catch(() => null);
  if (bytes === null) return null;
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { width, height, format } = await image.metadata();
    const fits = width <= WIDEST && height <= TALLEST;
    if (fits && bytes.length <= SMALL_BYTES && KINDS.includes(`image/${format}`))
      return `data:image/${format};base64,${bytes.toString("base64")}`;
    // The top of a long page is more useful than all of it at an unreadable size.
    const scaled = await image.resize({ width: Math.min(width, WIDEST) }).toBuffer({ resolveWithObject: true });
    const drawn = await sharp(scaled.data)
      .extract({ left: 0, top: 0, width: scaled.info.width, height: Math.min(scaled.info.height, TALLEST) })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return `data:image/jpeg;base64,${drawn.toString("base64")}`;
  } catch {
    return null;
  }
}
