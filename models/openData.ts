// What every process of the service does with the database before it serves: refuse newer data, make indexes, migrate.
import { DATA_VERSION, type DataState } from "../domain/dataVersion.ts";
import { keepData } from "../platform/installationFile.ts";
import { ensureIndexes, type Models } from "./index.ts";
import { checkData } from "./installations/dataState.ts";
import { type Migrating, migrate } from "./migrations/migrate.ts";
import { type Moved, watchData } from "./migrations/watchData.ts";

/** Who answers in the place of a process that waits. */
export type WaitingPlace = { step: Moved; close(): Promise<void> };

type Opening = Migrating & {
  dataDir: string;
  /** How the database is called in sentences. */
  where: string;
  /** Told before data is migrated, here or by somebody else; what it answers is closed when that is done. */
  waiting?(from: DataState): Promise<WaitingPlace>;
  /** Told what is done, again and again while it goes on; for whoever waits for this process. */
  moved?: Moved;
};

const INDEXES = "indexes are made";

/** @throws NewerDataError for data that this program does not know */
export async function openData(models: Models, { dataDir, where, waiting, moved, ...own }: Opening): Promise<void> {
  const found = await checkData(models, where, own.program);
  const place = found.version < DATA_VERSION ? await waiting?.(found) : undefined;
  const watch = watchData(models, (step) => {
    place?.step(step);
    moved?.(step);
  });
  try {
    watch.own(INDEXES);
    await ensureIndexes(models);
    watch.own(null);
    await migrate(models, own);
    // Somebody who waited may find what a newer program made of it meanwhile.
    await keepData(dataDir, await checkData(models, where, own.program));
  } finally {
    await watch.stop();
    await place?.close();
  }
}
