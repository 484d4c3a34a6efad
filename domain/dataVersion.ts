// The version of stored data: what a program does with data of another one.
import { isNewer } from "./programVersion.ts";

/** The data that this program writes: the number of the last migration in models/migrations/. */
export const DATA_VERSION = 4;

/** The data's version, and the program that brought it there; both are of the database, not of this program. */
export type DataState = { version: number; program: string | null };

/** Data that a newer program wrote. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
}

/**
 * Who brought the data to its version. Between two releases the data's version grows while the program's stays, so that the
 * program's number alone would name the one that refuses. `wrote`: the program that did; `program`: this one's number.
 */
const named = (wrote: string | null, program: string): string => {
  if (wrote === null) return "a newer Plumbline";
  return isNewer(wrote, program) ? `Plumbline ${wrote}` : `a newer build of Plumbline ${wrote}`;
};

/**
 * Why this program cannot use data of this version; null: it can.
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
 * An older program would start on newer data, and fail later.
 * @throws NewerDataError that names both versions of the data, and both programs
 */
export function refuseNewerData(where: string, found: DataState, program: string, known = DATA_VERSION): void {
  const problem = newerDataProblem(where, found, program, known);
  if (problem === null) return;
  throw new NewerDataError(
    `${problem} Start a Plumbline that knows data version ${found.version}, or restore the backup from before the upgrade.`,
  );
}

/** How a part that waits describes itself. `step`: what is done just now; null: not known. */
export const migratingWords = (from: number, step: string | null = null, to = DATA_VERSION): string =>
  `migrating: the data goes from version ${from} to version ${to}${step === null ? "" : ` (${step})`}.`;
