// Pictures that are uploaded into runs: storing them, and closing runs to further uploads.
import type { UploadState } from "../../domain/uploads.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import { isWritten, type Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import type { Upload } from "./schema.ts";

/** Returns the number of pictures of a run, and their total bytes. */
export async function uploadsSize(models: Models, runId: string): Promise<{ count: number; bytes: number }> {
  const [size] = await models.uploads.aggregate<{ count: number; bytes: number }>([
    { $match: { runId } },
    { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: "$bytes" } } },
  ]);
  return { count: size?.count ?? 0, bytes: size?.bytes ?? 0 };
}

/**
 * Stores a picture, replacing one that the same test sent before. If another test, or a picture of another size, has its name, stores
 * nothing and returns that picture.
 */
export async function keepUpload(models: Models, upload: Upload): Promise<{ replaced: boolean } | { taken: Upload }> {
  const { _id, ...fields } = upload;
  const sameSize = { "viewport.width": upload.viewport.width, "viewport.height": upload.viewport.height };
  const replace = async () =>
    (await models.uploads.updateOne({ _id, test: upload.test, ...sameSize }, { $set: fields })).matchedCount > 0;
  if (await replace()) return { replaced: true };
  if (await isWritten(models.uploads.create(upload))) return { replaced: false };

  if (await replace()) return { replaced: true };
  return { taken: (await models.uploads.findOne({ _id }).lean<Upload>()) ?? upload };
}

/** Returns one picture of a run, or null if it was not uploaded. */
export const findUpload = (models: Models, uploadId: string): Promise<Upload | null> =>
  models.uploads.findOne({ _id: uploadId }).lean<Upload>().exec();

/** Returns the bytes of the traces of a run's tests; a trace of several pictures counts for each. */
export async function tracesSize(models: Models, runId: string): Promise<number> {
  const [size] = await models.uploads.aggregate<{ bytes: number }>([
    { $match: { runId } },
    { $group: { _id: null, bytes: { $sum: "$traceBytes" } } },
  ]);
  return size?.bytes ?? 0;
}

/** Records the trace of a test with its pictures. Returns false if the test sent none. */
export async function noteTrace(
  models: Models,
  { runId, test, traceId, bytes }: { runId: string; test: string; traceId: string; bytes: number },
): Promise<boolean> {
  const fields = { traceId, traceBytes: bytes };
  return (await models.uploads.updateMany({ runId, test }, { $set: fields })).matchedCount > 0;
}

/** Returns all pictures of a run, in an order that depends only on them. */
export const uploadsOf = (models: Models, runId: string): Promise<Upload[]> =>
  models.uploads.find({ runId }).sort({ label: 1, _id: 1 }).lean<Upload[]>().exec();

/** Filter for a run that still accepts pictures. */
const taking = (runId: string) =>
  ({ _id: runId, status: "running", cancelledBy: null, "upload.closedAt": null }) as const;

/**
 * Records that a picture arrived. Returns false if the run no longer accepts any. Called after the picture is stored, so that an accepted
 * picture is among those that the closing run reads.
 */
export async function touchUploads(models: Models, runId: string, at: Date): Promise<boolean> {
  return (await models.runs.updateOne(taking(runId), { $set: { "upload.lastAt": at } })).matchedCount > 0;
}

/** Records that one of the senders is done. Returns the run, or null if it no longer accepts pictures. */
export function noteShardDone(models: Models, runId: string, shard: number): Promise<Run | null> {
  return models.runs
    .findOneAndUpdate(taking(runId), { $addToSet: { "upload.done": shard } }, { returnDocument: "after" })
    .lean<Run>()
    .exec();
}

/** Closes the run to further pictures. Returns its upload state. */
export async function closeUploads(models: Models, runId: string, at: Date): Promise<UploadState | null> {
  await models.runs.updateOne(taking(runId), { $set: { "upload.closedAt": at } });
  const run = await models.runs.findOne({ _id: runId }, { upload: 1 }).lean<Pick<Run, "upload">>();
  return run?.upload ?? null;
}

/** Records the browsers of the pictures, which were unknown when the run began. */
export async function noteBrowsers(models: Models, runId: string, browsers: BrowserName[]): Promise<void> {
  await models.runs.updateOne({ _id: runId }, { $set: { browsers } });
}
