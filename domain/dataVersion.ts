// Version of the stored data, and the check that refuses data of a newer version.
import { isNewer } from "./programVersion.ts";

/** Version of the data that this program writes: the number of the last migration in models/migrations/. */
export const DATA_VERSION = 5;

/** The data's version and the program that migrated it to that version, as recorded in the database. */
export type DataState = { version: number; program: string | null };

/** Thrown if the data was written by a newer program. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
}

/**
 * Names the program that migrated the data. Between two releases the data version can grow while the program version stays the same; the
 * program version alone would then name the program that refuses the data. `wrote`: version of the program that migrated the data;
 * `program`: version of this program.
 */
const named = (wrote: string | null, program: string): string => {
  if (wrote === null) return "a newer Plumbline";
  return isNewer(wrote, program) ? `Plumbline ${wrote}` : `a newer build of Plumbline ${wrote}`;
};

/**
 * Returns why this program cannot use data of this version, or null if it can.
 * @param where what holds the data, as in "The data in <where> has version 4"
 */
export function newerDataProblem(
  where: string,
  found: DataState,
  program: string,
  known = DATA_VERSION,
): string | null {
  if (found.version <= known) return null;
  const by = named(found.program, program);
  return `The data in ${where} has version ${found.version}, written by ${by}; this is Plumbline ${program}, which knows data up to version ${known}.`;
}

/**
 * Refuses newer data at start. Otherwise an older program would start and fail later.
 * @throws NewerDataError that names both data versions and both programs
 */
export function refuseNewerData(where: string, found: DataState, program: string): void {
  const problem = newerDataProblem(where, found, program);
  if (problem === null) return;
  throw new NewerDataError(
    `${problem} Start a Plumbline that knows data version ${found.version}, or restore the backup from before the upgrade.`,
  );
}

/** Returns the status of a part that waits for the migration. `step`: the current step; null if unknown. */
export const migratingWords = (from: number, step: string | null = null): string =>
  `migrating: the data goes from version ${from} to version ${DATA_VERSION}${step === null ? "" : ` (${step})`}.`;
