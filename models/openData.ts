// What every process of the service does with the database before it serves: refuse newer data, make indexes, migrate.
import { DATA_VERSION, type DataState } from "../domain/dataVersion.ts";
import { keepData } from "../platform/installationFile.ts";
import { ensureIndexes, type Models } from "./index.ts";
import { checkData } from "./installations/dataState.ts";
import { type Migrating, migrate } from "./migrations/migrate.ts";

type Opening = Migrating & {
  dataDir: string;
  /** How the database is called in sentences. */
  where: string;
  /** Told before data is migrated, here or by somebody else; what it answers is called when that is done. */
  waiting?(from: DataState): Promise<() => Promise<void>>;
};

/** @throws NewerDataError for data that this program does not know */
export async function openData(models: Models, { dataDir, where, waiting, ...migrating }: Opening): Promise<void> {
  const found = await checkData(models, where, migrating.program);
  const done = found.version < DATA_VERSION ? await waiting?.(found) : undefined;
  try {
    await ensureIndexes(models);
    await migrate(models, migrating);
    // Somebody who waited may find what a newer program made of it meanwhile.
    await keepData(dataDir, await checkData(models, where, migrating.program));
  } finally {
    await done?.();
  }
}
