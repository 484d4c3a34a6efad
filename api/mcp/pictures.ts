// Loads stored pictures at the size that agents get: small enough to afford, large enough to see the point.
import sharp from "sharp";
import { ProductError } from "../../domain/errors.ts";
import type { Picture } from "../../mcp/backend.ts";
import { MAX_PICTURES } from "../../mcp/result.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { findArtifact } from "../operations/readArtifact.ts";
import type { ToolPicture } from "../tools/tool.ts";

/** Maximum length of the longer side: about 850 tokens for a square, fewer for tall page screenshots. */
export const MAX_SIDE = 800;
const QUALITY = 80;

/** Returns the pictures that a response is about, for this caller. Pictures that cannot be read are left out. */
export async function loadPictures(
  ctx: OperationContext,
  caller: Caller,
  pictures: readonly ToolPicture[],
): Promise<Picture[]> {
  const loaded = await Promise.all(
    pictures.slice(0, MAX_PICTURES).map(async ({ artifactId, label }) => {
      try {
        const found = await findArtifact(ctx, caller, artifactId);
        return { label, ...(await shrunk(await found.read())) };
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        ctx.log("warn", "a screenshot of an answer was omitted", { artifactId, reason: error.message });
        return null;
      }
    }),
  );
  return loaded.filter((picture) => picture !== null);
}

async function shrunk(bytes: Buffer): Promise<Omit<Picture, "label">> {
  const { data, info } = await sharp(bytes)
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new ProductError("tool_error", `The screenshot cannot be decoded: ${String(error)}`);
    });
  return { mimeType: "image/jpeg", data: data.toString("base64"), width: info.width, height: info.height };
}
