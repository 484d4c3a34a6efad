// The version of stored data: what a program does with data of another one.

/** The data that this program writes: the number of the last migration in models/migrations/. */
export const DATA_VERSION = 4;

/** The data's version, and the program that brought it there; both are of the database, not of this program. */
export type DataState = { version: number; program: string | null };

/** Data that a newer program wrote. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
}

const named = (program: string | null): string => (program === null ? "a newer Plumbline" : `Plumbline ${program}`);

/**
 * An older program would start on newer data, and fail later.
 * @param where what holds the data, as in "The data in <where> has version 4"
 * @throws NewerDataError that names both versions, and both programs
 */
export function refuseNewerData(where: string, found: DataState, program: string, known = DATA_VERSION): void {
  if (found.version <= known) return;
  const by = named(found.program);
  throw new NewerDataError(
    `The data in ${where} has version ${found.version}, which ${by} wrote; this is Plumbline ${program}, which knows data up to version ${known}. ` +
      `Start ${by} or a newer one, or restore the backup from before the upgrade.`,
  );
}

/** How a part that waits describes itself. `step`: what is done just now; null: not known. */
export const migratingWords = (from: number, step: string | null = null, to = DATA_VERSION): string =>
  `migrating: the data goes from version ${from} to version ${to}${step === null ? "" : ` (${step})`}.`;
