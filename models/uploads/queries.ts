// Pictures that are uploaded into runs: keeping them, and closing the runs to further ones.
import type { UploadState } from "../../domain/uploads.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import type { Upload } from "./schema.ts";

/** How many pictures a run has, and their bytes. */
export async function uploadsSize(models: Models, runId: string): Promise<{ count: number; bytes: number }> {
  const [size] = await models.uploads.aggregate<{ count: number; bytes: number }>([
    { $match: { runId } },
    { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: "$bytes" } } },
  ]);
  return { count: size?.count ?? 0, bytes: size?.bytes ?? 0 };
}

/**
 * Keeps a picture, in place of one that the same test sent before. Answers the picture of another test or of another size
 * that has its name, and then keeps nothing.
 */
export async function keepUpload(models: Models, upload: Upload): Promise<{ replaced: boolean } | { taken: Upload }> {
  const { _id, ...fields } = upload;
  const sameSize = { "viewport.width": upload.viewport.width, "viewport.height": upload.viewport.height };
  const replace = async () =>
    (await models.uploads.updateOne({ _id, test: upload.test, ...sameSize }, { $set: fields })).matchedCount > 0;
  if (await replace()) return { replaced: true };
  try {
    await models.uploads.create(upload);
    return { replaced: false };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  if (await replace()) return { replaced: true };
  return { taken: (await models.uploads.findOne({ _id }).lean<Upload>()) ?? upload };
}

/** One picture of a run; null: it was not uploaded. */
export const findUpload = (models: Models, uploadId: string): Promise<Upload | null> =>
  models.uploads.findOne({ _id: uploadId }).lean<Upload>().exec();

/** Bytes of the traces of a run's tests; one that belongs to several pictures counts for each. */
export async function tracesSize(models: Models, runId: string): Promise<number> {
  const [size] = await models.uploads.aggregate<{ bytes: number }>([
    { $match: { runId } },
    { $group: { _id: null, bytes: { $sum: "$traceBytes" } } },
  ]);
  return size?.bytes ?? 0;
}

/** Notes the trace of a test beside its pictures. False: the test sent none. */
export async function noteTrace(
  models: Models,
  { runId, test, traceId, bytes }: { runId: string; test: string; traceId: string; bytes: number },
): Promise<boolean> {
  const fields = { traceId, traceBytes: bytes };
  return (await models.uploads.updateMany({ runId, test }, { $set: fields })).matchedCount > 0;
}

/** All pictures of a run, in an order that depends on them alone. */
export const uploadsOf = (models: Models, runId: string): Promise<Upload[]> =>
  models.uploads.find({ runId }).sort({ label: 1, _id: 1 }).lean<Upload[]>().exec();

/** Runs that still take pictures. */
const taking = (runId: string) =>
  ({ _id: runId, status: "running", cancelledBy: null, "upload.closedAt": null }) as const;

/**
 * Notes that a picture came. False: the run takes none any more. Asked after the picture is kept, so that one that was
 * accepted is among those that the closing run reads.
 */
export async function touchUploads(models: Models, runId: string, at: Date): Promise<boolean> {
  return (await models.runs.updateOne(taking(runId), { $set: { "upload.lastAt": at } })).matchedCount > 0;
}

/** Notes that one of the senders is done. Answers how its run stands, null where it takes no pictures any more. */
export function noteShardDone(models: Models, runId: string, shard: number): Promise<Run | null> {
  return models.runs
    .findOneAndUpdate(taking(runId), { $addToSet: { "upload.done": shard } }, { returnDocument: "after" })
    .lean<Run>()
    .exec();
}

/** From here on the run takes no pictures; answers how it stands. */
export async function closeUploads(models: Models, runId: string, at: Date): Promise<UploadState | null> {
  await models.runs.updateOne(taking(runId), { $set: { "upload.closedAt": at } });
  const run = await models.runs.findOne({ _id: runId }, { upload: 1 }).lean<Pick<Run, "upload">>();
  return run?.upload ?? null;
}

/** Writes down which browsers the pictures are of; nobody knew when the run began. */
export async function noteBrowsers(models: Models, runId: string, browsers: BrowserName[]): Promise<void> {
  await models.runs.updateOne({ _id: runId }, { $set: { browsers } });
}
