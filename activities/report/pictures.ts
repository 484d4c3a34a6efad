// Loads the pictures of a report from the artifact store: only those of the report's project, and small enough to be sent around.
import sharp from "sharp";
import { MAX_PICTURE_CHARACTERS, MAX_PICTURES } from "../../domain/report/bounds.ts";
import type { Picture } from "../../domain/report/extraTypes.ts";
import { heldArtifact } from "../../models/artifacts/access.ts";
import type { Models } from "../../models/index.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** px and quality of what is drawn again; what is smaller already stays as it is. */
const WIDEST = 1_000;
const TALLEST = 1_600;
const QUALITY = 78;
const SMALL_BYTES = 60_000;
/** A stored picture beyond this is not opened. */
const MAX_BYTES = 30_000_000;
const MAX_PIXELS = 120_000_000;

/** Pages name other artifacts, too. */
const MAX_LOOKUPS = 500;

const KINDS = ["image/png", "image/jpeg", "image/webp"];

/** Pictures by artifact id, in the order of the ids until there are enough. What is missing or no picture is left out. */
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
  // A report without one picture is better than none: the page of the run still tells of a store that lost it.
  const bytes = await artifacts.get(id).catch(() => null);
  if (bytes === null) return null;
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { width, height, format } = await image.metadata();
    const fits = width <= WIDEST && height <= TALLEST;
    if (fits && bytes.length <= SMALL_BYTES && KINDS.includes(`image/${format}`))
      return `data:image/${format};base64,${bytes.toString("base64")}`;
    // The top of a long page says more than all of it too small to be read.
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
