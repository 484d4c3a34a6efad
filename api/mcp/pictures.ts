// Stored pictures in the size in which agents get them: small enough to pay for, large enough to see what is meant.
import sharp from "sharp";
import { ProductError } from "../../domain/errors.ts";
import type { Picture } from "../../mcp/backend.ts";
import { MAX_PICTURES } from "../../mcp/result.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { findArtifact } from "../operations/readArtifact.ts";
import type { ToolPicture } from "../tools/tool.ts";

/** Longest side: about 850 tokens for a square, less for the tall pictures that pages are. */
export const MAX_SIDE = 800;
const QUALITY = 80;

/** The pictures that an answer is about, for this caller. One that cannot be read is left out: the answer stands without. */
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
        ctx.log("warn", "a picture of an answer was left out", { artifactId, reason: error.message });
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
      throw new ProductError("tool_error", `The picture cannot be decoded: ${String(error)}`);
    });
  return { mimeType: "image/jpeg", data: data.toString("base64"), width: info.width, height: info.height };
}
