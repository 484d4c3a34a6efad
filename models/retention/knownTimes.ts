// Finds the current time according to the database, independent of the caller's clock.
import type { KnownTimes } from "../../domain/retention/clock.ts";
import { lastCleanup } from "../cleanups/queries.ts";
import { databaseTime } from "../database/connectionOf.ts";
import type { Models } from "../index.ts";

const DEADLINE_MS = 5_000;

/** Returns the time of the database's machine, or null if it does not report it. */
export const databaseNowOf = (models: Models): Promise<Date | null> => databaseTime(models, DEADLINE_MS);

/** Returns the times of the last writes. Reads a lot, so call it once per sweep. */
export async function writtenTimes(models: Models): Promise<Omit<KnownTimes, "database">> {
  const [run, job, entry, sweep] = await Promise.all([
    models.runs.findOne({}, { createdAt: 1 }).sort({ createdAt: -1 }).lean<{ createdAt: Date }>().exec(),
    models.jobs.findOne({}, { createdAt: 1 }).sort({ createdAt: -1 }).lean<{ createdAt: Date }>().exec(),
    models.audit.findOne({}, { at: 1 }).sort({ at: -1 }).lean<{ at: Date }>().exec(),
    lastCleanup(models, "retention"),
  ]);
  const written = [run?.createdAt, job?.createdAt, entry?.at].filter((at) => at !== undefined);
  const newestWrite = written.length === 0 ? null : new Date(Math.max(...written.map((at) => at.getTime())));
  return { newestWrite, lastSweep: sweep?.finishedAt ?? null };
}
