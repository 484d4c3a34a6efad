// Reads an image, map or report, for callers who may see its project and for holders of a signed link.
import { ProductError } from "../../domain/errors.ts";
import { holdersOfArtifact } from "../../models/artifacts/access.ts";
import { ownsProject, slugsOf } from "../../models/projects/queries.ts";
import { findShot } from "../../models/shots/queries.ts";
import { linkOpens } from "../../platform/artifactLinks.ts";
import { ArtifactDamagedError, ArtifactMissingError } from "../../platform/artifacts/store.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { diffArtifactId } from "./visual/resultView.ts";
import { THUMBNAIL, thumbnailOf } from "./visual/thumbnails.ts";

export type SignedLink = { expires: string; sig: string };

export type FoundArtifact = {
  /** Content id, even if a diff image was requested. */
  artifactId: string;
  contentType: string;
  /** Whether the id always refers to the same bytes. */
  immutable: boolean;
  read(): Promise<Buffer>;
};

const DIFF = diffArtifactId("");

/** Throws `not_found` with the same message for artifacts that do not exist and for those the caller may not see. */
export async function findArtifact(
  ctx: OperationContext,
  who: Caller | SignedLink,
  id: string,
): Promise<FoundArtifact> {
  const missing = new ProductError("not_found", `Artifact "${id}" was not found.`);
  if ("sig" in who && !linkOpens(ctx, id, who.expires, who.sig))
    throw new ProductError(
      "forbidden",
      "This link has expired or was changed. Ask for the result again to get a new one.",
    );
  const mayRead = "sig" in who ? async () => true : (projectId: string) => sees(ctx, who, projectId);

  if (id.startsWith(DIFF)) {
    const shot = await findShot(ctx.models, id.slice(DIFF.length), { projectId: 1 });
    if (!shot || !(await mayRead(shot.projectId))) throw missing;
    const projectSlug = (await slugsOf(ctx.models, [shot.projectId])).get(shot.projectId) ?? "";
    return foundArtifact(ctx, await ctx.engine.renderDiff(shot._id, { projectSlug }), "image/png", false);
  }
  const small = id.startsWith(THUMBNAIL);
  const records = await holdersOfArtifact(ctx.models, small ? id.slice(THUMBNAIL.length) : id);
  for (const { projectId, artifactId, contentType } of records) {
    if (!(await mayRead(projectId)) || (small && !contentType.startsWith("image/"))) continue;
    const found = foundArtifact(ctx, artifactId, contentType, true);
    return small ? thumbnail(ctx, found) : found;
  }
  throw missing;
}

/** Returns whether the project belongs to the caller's organisation; a project key sees only its own project. */
async function sees(ctx: OperationContext, caller: Caller, projectId: string): Promise<boolean> {
  if (caller.kind === "key" && caller.projectId !== null) return caller.projectId === projectId;
  return ownsProject(ctx.models, caller.orgId, projectId);
}

const thumbnail = (ctx: OperationContext, { artifactId }: FoundArtifact): FoundArtifact => ({
  artifactId: `${THUMBNAIL}${artifactId}`,
  contentType: "image/webp",
  immutable: true,
  read: () => readable(() => thumbnailOf(ctx.artifacts, artifactId)),
});

export const foundArtifact = (
  ctx: OperationContext,
  artifactId: string,
  contentType: string,
  immutable: boolean,
): FoundArtifact => ({
  artifactId,
  contentType,
  immutable,
  read: () => readable(() => ctx.artifacts.get(artifactId)),
});

async function readable(read: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ArtifactMissingError) throw new ProductError("not_found", error.message);
    if (error instanceof ArtifactDamagedError)
      throw new ProductError("tool_error", error.message, {}, { recoverable: false });
    throw error;
  }
}
