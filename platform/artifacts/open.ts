// Opens the artifact store that SVC_ARTIFACTS chooses.
import path from "node:path";
import type { S3Place } from "../../domain/artifactPlace.ts";
import { createCachedStore } from "./cache.ts";
import { createFileStore, sweepTemporaryFiles, TEMPORARY_FILE_AGE_MS } from "./files.ts";
import type { MarkedStore } from "./store.ts";

/** A folder, or a bucket. */
export type StorePlace = string | S3Place;
type Settings = {
  artifacts: S3Place | null;
  dataDir: string;
};

/** Where the store of these settings is. */
export const storePlace = ({ artifacts, dataDir }: Settings): StorePlace => artifacts ?? filesOf(dataDir);

/** Where files of artifacts lie in a data folder. */
export const filesOf = (dataDir: string): string => path.join(dataDir, "artifacts");

/**
 * A worker's store: of a bucket it keeps on disk what it reads often, and of files it sweeps what killed writers left.
 * `report` takes a sentence when the cache cannot be used.
 * @throws ConfigError when the AWS_ variables do not say how the bucket is reached
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

/** @throws ConfigError when the AWS_ variables do not say how the bucket is reached */
export async function openStore(place: StorePlace): Promise<MarkedStore> {
  if (typeof place === "string") return createFileStore(place);
  // The SDK takes time and memory that a store on files must not cost.
  const { openS3Store } = await import("./s3.ts");
  return openS3Store(place);
}
