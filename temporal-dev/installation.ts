// Determines the installation id of a local stack: from its data folder, or else from its database.
import { existsSync } from "node:fs";
import path from "node:path";
import { refuseNewerData } from "../domain/dataVersion.ts";
import { mongoHosts } from "../domain/mongoHosts.ts";
import packageFile from "../package.json" with { type: "json" };
import {
  keepInstallationId,
  newInstallationId,
  readInstallationId,
  readKeptData,
} from "../platform/installationFile.ts";

/**
 * Returns the id stored in the data folder; an unused folder gets a new one. Returns null if the database must be asked.
 * @throws NewerDataError if the folder's data was written by a newer version
 */
export async function knownInstallation(dataDir: string, mongoKind: string): Promise<string | null> {
  refuseNewerData(dataDir, await readKeptData(dataDir), packageFile.version);
  const kept = await readInstallationId(dataDir);
  if (kept !== null) return kept;
  if (mongoKind === "external" || existsSync(path.join(dataDir, mongoKind === "mongod" ? "mongod" : "ferretdb")))
    return null;
  return keepInstallationId(dataDir, newInstallationId());
}

/** Reads the id from a running database and stores it in the data folder. */
export async function installationOf(mongoUri: string, dbName: string, dataDir: string): Promise<string> {
  const [{ connect }, { bindModels }, { openInstallation }] = await Promise.all([
    import("../models/database/connect.ts"),
    import("../models/index.ts"),
    import("../models/installations/queries.ts"),
  ]);
  const connection = await connect(mongoUri, { dbName, maxPoolSize: 2 });
  try {
    const place = {
      models: bindModels(connection),
      dataDir,
      where: mongoHosts(mongoUri),
      program: packageFile.version,
    };
    return (await openInstallation({ ...place, queuePrefix: process.env.SVC_QUEUE_PREFIX || null })).id;
  } finally {
    await connection.close();
  }
}
