// Counters for rate limits: each write only applies to the revision of the counter that was read.
import { isWritten, type Models } from "../index.ts";
import type { RateWindow } from "./schema.ts";

export const findRateWindow = (models: Models, id: string): Promise<RateWindow | null> =>
  models.rateWindows.findOne({ _id: id }).lean<RateWindow>().exec();

/** Writes a counter over revision `before`, or creates it. Returns false if another process was faster. */
export async function writeRateWindow(
  models: Models,
  { _id, ...counter }: RateWindow,
  before: string | null,
): Promise<boolean> {
  if (before !== null)
    return (await models.rateWindows.updateOne({ _id, rev: before }, { $set: counter })).modifiedCount > 0;
  return isWritten(models.rateWindows.create({ _id, ...counter }));
}

export async function deleteRateWindow(models: Models, id: string): Promise<void> {
  await models.rateWindows.deleteOne({ _id: id });
}

/** Deletes the counters whose window ended before this date. */
export async function deleteEndedRateWindows(models: Models, at: Date): Promise<void> {
  await models.rateWindows.deleteMany({ endsAt: { $lt: at } });
}
