// What every process of the service does with the database before it serves: reject newer data, create indexes, migrate.
import { DATA_VERSION, type DataState } from "../domain/dataVersion.ts";
import { keepData } from "../platform/installationFile.ts";
import { ensureIndexes, type Models } from "./index.ts";
import { checkData } from "./installations/dataState.ts";
import { type Migrating, migrate } from "./migrations/migrate.ts";
import { type Moved, watchData } from "./migrations/watchData.ts";

/** What serves in place of a process that waits. */
export type WaitingPlace = { step: Moved; close(): Promise<void> };

type Opening = Migrating & {
  dataDir: string;
  /** Name of the database in messages. */
  where: string;
  /** Called before data is migrated, here or by another process; the result is closed when the migration is done. */
  waiting?(from: DataState): Promise<WaitingPlace>;
  /** Called repeatedly with the current step, for whoever waits for this process. */
  moved?: Moved;
};

const INDEXES = "creating indexes";

/** @throws NewerDataError if this version does not know the data */
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
    // A process that waited may find data that a newer program migrated in the meantime.
    await keepData(dataDir, await checkData(models, where, own.program));
  } finally {
    await watch.stop();
    await place?.close();
  }
}
