// Which installation a database belongs to, and whether its data folder is the same one's.
import { DATA_VERSION, type DataState, refuseNewerData } from "../../domain/dataVersion.ts";
import { type Installation, OLD_PREFIX, prefixOf, strangeDatabase } from "../../domain/installation.ts";
import { keepInstallationId, newInstallationId, readInstallationId } from "../../platform/installationFile.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { requireWholeDatabase } from "../restores/queries.ts";
import { type InstallationRecord, ONLY } from "./schema.ts";

const ALL = Array.from({ length: DATA_VERSION }, (_, at) => at + 1);

type Place = {
  models: Models;
  dataDir: string;
  /** How the database is called in sentences. */
  where: string;
  /** The version of the program that opens it. */
  program: string;
  /** SVC_QUEUE_PREFIX. It goes before the one that is kept. */
  queuePrefix: string | null;
};

/**
 * The installation of this database, made when there is none: under the data folder's id, where it has one. A new one has a
 * queue prefix of its own.
 * @throws StrangerError when database and data folder belong to two installations, RestoreUnfinishedError while a restore into
 * the database is not finished, NewerDataError when the data is of a newer program
 */
export async function openInstallation({ models, dataDir, where, program, queuePrefix }: Place): Promise<Installation> {
  await requireWholeDatabase(models);
  const kept = await readInstallationId(dataDir);
  const found = await nameDatabase(models, queuePrefix, kept);
  refuseNewerData(`the database at ${where}`, stateOf(found), program);
  const id = kept ?? (await keepInstallationId(dataDir, found.installationId));
  if (id !== found.installationId) throw strangeDatabase(where, id, found.installationId);
  return { id, queuePrefix: queuePrefix ?? found.queuePrefix };
}

/** A database of 0.1.0 says nothing of its version: it is 0. */
export const stateOf = ({ dataVersion = 0, dataProgram = null }: Partial<InstallationRecord> = {}): DataState => ({
  version: dataVersion,
  program: dataProgram,
});

/** @throws StrangerError when the database is not the installation's, or not any more */
export async function checkDatabase(models: Models, where: string, id: string): Promise<void> {
  const found = await models.installations.findById(ONLY).lean();
  if (found?.installationId !== id) throw strangeDatabase(where, id, found?.installationId ?? null);
}

/** What the database is called; one without a name gets `wanted`, or a new one. */
export async function nameDatabase(
  models: Models,
  queuePrefix: string | null,
  wanted: string | null = null,
): Promise<InstallationRecord> {
  const found = await models.installations.findById(ONLY).lean();
  if (found) return found;
  const id = wanted ?? newInstallationId();
  // Runs of an installation that has no name yet may be in progress.
  const old = await models.organisations.exists({});
  const prefix = queuePrefix ?? (old ? OLD_PREFIX : prefixOf(id));
  const named = { _id: ONLY, installationId: id, queuePrefix: prefix, createdAt: new Date() };
  // A new database has nothing to migrate.
  const record: InstallationRecord = old ? named : { ...named, dataVersion: DATA_VERSION, filled: ALL };
  try {
    await models.installations.create(record);
    return record;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await models.installations.findById(ONLY).lean()) ?? record;
  }
}
