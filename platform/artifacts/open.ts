// Opens the artifact store selected by SVC_ARTIFACTS.
import path from "node:path";
import type { S3Place } from "../../domain/artifactPlace.ts";
import { createCachedStore } from "./cache.ts";
import { createFileStore, sweepTemporaryFiles, TEMPORARY_FILE_AGE_MS } from "./files.ts";
import type { MarkedStore } from "./store.ts";

export type StorePlace = string | S3Place;
type Settings = {
  artifacts: S3Place | null;
  dataDir: string;
};

export const storePlace = ({ artifacts, dataDir }: Settings): StorePlace => artifacts ?? filesOf(dataDir);

/** Returns the folder for artifacts in a data folder. */
export const filesOf = (dataDir: string): string => path.join(dataDir, "artifacts");

/**
 * Opens a worker's store: for a bucket, with a cache on disk for what is read often; for files, after removing what killed writers left.
 * `report` receives a sentence when the cache cannot be used.
 * @throws ConfigError if the AWS_ variables do not define how to reach the bucket
 */
export async function openWorkerStore(
  settings: Settings & { artifactsCacheMb: number },
  report: (line: string) => void,
): Promise<MarkedStore> {
  const place = storePlace(settings);
  const store = await openStore(place);
  if (typeof place === "string") {
    await sweepTemporaryFiles(place, TEMPORARY_FILE_AGE_MS, Date.now());
    return store;
  }
  if (settings.artifactsCacheMb === 0) return store;
  const folder = path.join(settings.dataDir, "artifact-cache");
  return createCachedStore(store, { folder, maxBytes: settings.artifactsCacheMb * 1_000_000, report });
}

/** @throws ConfigError if the AWS_ variables do not define how to reach the bucket */
export async function openStore(place: StorePlace): Promise<MarkedStore> {
  if (typeof place === "string") return createFileStore(place);
  // Loaded only here, because the SDK takes time and memory that a store on files must not cost.
  const { openS3Store } = await import("./s3.ts");
  return openS3Store(place);
}
