// Determines which installation a database belongs to, and whether the data folder belongs to the same one.
import { DATA_VERSION, type DataState, refuseNewerData } from "../../domain/dataVersion.ts";
import { type Installation, OLD_PREFIX, prefixOf, strangeDatabase } from "../../domain/installation.ts";
import { keepInstallationId, newInstallationId, readInstallationId } from "../../platform/installationFile.ts";
import { isWritten, type Models } from "../index.ts";
import { requireWholeDatabase } from "../restores/queries.ts";
import { type InstallationRecord, ONLY } from "./schema.ts";

const ALL = Array.from({ length: DATA_VERSION }, (_, at) => at + 1);

type Place = {
  models: Models;
  dataDir: string;
  /** Name of the database in messages. */
  where: string;
  /** Version of the program that opens it. */
  program: string;
  /** SVC_QUEUE_PREFIX. Takes precedence over the stored prefix. */
  queuePrefix: string | null;
};

/**
 * Returns the installation of this database, or creates it: with the data folder's id, if that has one. A new installation gets its own
 * queue prefix.
 * @throws StrangerError if database and data folder belong to two installations, RestoreUnfinishedError if a restore into the database is
 * not finished, NewerDataError if the data belongs to a newer version
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

/** Returns the data version. A database of 0.1.0 has none, which means 0. */
export const stateOf = ({ dataVersion = 0, dataProgram = null }: Partial<InstallationRecord> = {}): DataState => ({
  version: dataVersion,
  program: dataProgram,
});

/** @throws StrangerError if the database does not, or no longer, belong to the installation */
export async function checkDatabase(models: Models, where: string, id: string): Promise<void> {
  const found = await models.installations.findById(ONLY).lean();
  if (found?.installationId !== id) throw strangeDatabase(where, id, found?.installationId ?? null);
}

/** Returns the installation record of the database; one without a name gets `wanted`, or a new id. */
export async function nameDatabase(
  models: Models,
  queuePrefix: string | null,
  wanted: string | null = null,
): Promise<InstallationRecord> {
  const found = await models.installations.findById(ONLY).lean();
  if (found) return found;
  const id = wanted ?? newInstallationId();
  // Runs of an installation without a name may be in progress.
  const old = await models.organisations.exists({});
  const prefix = queuePrefix ?? (old ? OLD_PREFIX : prefixOf(id));
  const named = { _id: ONLY, installationId: id, queuePrefix: prefix, createdAt: new Date() };
  // A new database has nothing to migrate.
  const record: InstallationRecord = old ? named : { ...named, dataVersion: DATA_VERSION, filled: ALL };
  if (await isWritten(models.installations.create(record))) return record;
  return (await models.installations.findById(ONLY).lean()) ?? record;
}
