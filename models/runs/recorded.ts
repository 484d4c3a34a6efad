// Results that a rerun took over from a run that did not complete. That run recorded no problems and no review, so the rerun does.
import type { Models } from "../index.ts";
import type { Run } from "./schema.ts";

/** Returns the results without `carriedFrom` where it names a failed run. */
export async function withUnrecorded<T extends { carriedFrom?: string | undefined }>(
  models: Models,
  results: readonly T[],
): Promise<T[]> {
  const ids = new Set(results.flatMap(({ carriedFrom }) => carriedFrom ?? []));
  // One read per run, of which there are few, because a list of ids does not narrow a read on the embedded database.
  const read = (_id: string) => models.runs.findOne({ _id, status: "failed" }, { _id: 1 }).lean<Pick<Run, "_id">>();
  const failed = new Set((await Promise.all([...ids].map(read))).flatMap((run) => run?._id ?? []));
  if (failed.size === 0) return [...results];
  return results.map((one) => (failed.has(one.carriedFrom ?? "") ? { ...one, carriedFrom: undefined } : one));
}
