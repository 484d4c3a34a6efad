// Ephemeral environments of branches: created by their runs, updated by each run, and deleted after a long time without a run.
import { createHash } from "node:crypto";

import { isWritten, type Models } from "../index.ts";
import type { Environment } from "./schema.ts";

export type PreviewPlace = { projectId: string; branch: string; of: string | null };

/** Returns one slug per branch and named environment; a name that no person would choose. */
function previewSlugOf({ branch, of }: Omit<PreviewPlace, "projectId">): string {
  const word = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  const hash = createHash("sha256")
    .update(JSON.stringify([of, branch]))
    .digest("hex")
    .slice(0, 8);
  return ["preview", word, hash].filter((part) => part !== "").join("-");
}

/** Points the branch's environment to this address, or creates it, and returns its id. Concurrent calls meet in the same document. */
export async function keepPreview(
  models: Models,
  place: PreviewPlace,
  { baseUrl, freshId, at }: { baseUrl: string; freshId: string; at: Date },
): Promise<string> {
  const { projectId, branch, of } = place;
  const slug = previewSlugOf(place);
  const put = () =>
    models.environments.updateOne(
      { projectId, slug },
      {
        $set: { baseUrl, lastRunAt: at },
        $setOnInsert: { _id: freshId, name: slug, preview: { branch, of }, sealedAccess: null, createdAt: at },
      },
      { upsert: true },
    );
  // Another call may have created it between the look-up and the write.
  if (!(await isWritten(put()))) await put();
  const kept = await models.environments.findOne({ projectId, slug }, { _id: 1 }).lean<{ _id: string }>();
  return kept?._id ?? freshId;
}

/** Returns the previews of a project, newest run first. */
export function previewsOf(models: Models, projectId: string, limit: number): Promise<Environment[]> {
  return models.environments
    .find({ projectId, preview: { $ne: null } })
    .sort({ lastRunAt: -1, _id: -1 })
    .limit(limit)
    .lean<Environment[]>();
}

/** Deletes previews whose last run started before this date. */
export async function forgetPreviews(models: Models, before: Date): Promise<void> {
  await models.environments.deleteMany({ preview: { $ne: null }, lastRunAt: { $lt: before } });
}
