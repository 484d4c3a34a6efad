// The artifact store: large bytes under the SHA-256 of their content. A second write of the same bytes changes nothing.
import { createHash } from "node:crypto";
import { STORAGE_FULL_SENTENCES } from "../../domain/storageFull.ts";

/** Stores pictures, maps and reports. Ids are `<sha256 in hex>`. */
export type ArtifactStore = {
  readonly kind: ArtifactStoreKind;
  /**
   * Stores bytes and returns their id. They are durable when it resolves. An existing artifact stays, unless it has another size or a read
   * has found it damaged; then it is replaced.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** Reads and verifies; leaves a mark next to a damaged artifact. Rejects with ArtifactMissingError or ArtifactDamagedError. */
  get(id: string): Promise<Buffer>;
  has(id: string): Promise<boolean>;
  /** Removes the bytes; no-op if the id does not exist. */
  remove(id: string): Promise<void>;
  /**
   * Lists everything stored, in no particular order; for a shard (two hex digits), the ids that begin with it. What is stored or removed
   * in the meantime may be included or not.
   */
  list(shard?: string): AsyncIterable<StoredArtifact>;
  /** Throws with the reason if the store cannot be written. */
  check(): Promise<void>;
};

export type ArtifactStoreKind = "files" | "s3";

/** A store with the mark of its owner. `where`: its location, in the form of SVC_ARTIFACTS or as a folder. */
export type MarkedStore = ArtifactStore & { readonly where: string; readonly mark: StoreMark };
export type StoreMark = {
  /** Returns null if there is no mark. */
  read(): Promise<string | null>;
  /** Returns false if there already is a mark and it is not to be replaced. */
  write(text: string, how: { replace: boolean }): Promise<boolean>;
};

/** Names of files next to the artifacts. */
export const MARK = ".plumbline-installation";
export const PROBE = ".plumbline-probe";

/** Suffix of the mark next to a damaged artifact. It is stored because reader and writer are seldom the same process: a backup and a worker. */
export const DAMAGED = ".damaged";

/** `bytes`: its size. `storedAt`: when its bytes were written. */
export type StoredArtifact = { id: string; bytes: number; storedAt: Date };

export class ArtifactMissingError extends Error {
  constructor(id: string) {
    super(`The artifact ${id} is not in the store.`);
    this.name = "ArtifactMissingError";
  }
}

export class ArtifactDamagedError extends Error {
  constructor(id: string) {
    super(`The stored bytes of artifact ${id} do not match their hash: the file was damaged after it was written.`);
    this.name = "ArtifactDamagedError";
  }
}

/** Returns whether the bytes cannot be read, however often it is tried. */
export const isArtifactLost = (error: unknown): error is ArtifactMissingError | ArtifactDamagedError =>
  error instanceof ArtifactMissingError || error instanceof ArtifactDamagedError;

/** Returns the SHA-256 in hex; for a string, that of its UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Thrown if the store rejects a request: wrong credentials, missing rights, no such bucket. The message names bucket and action, but no key. */
export class ArtifactStoreRefusedError extends Error {
  override readonly name = "ArtifactStoreRefusedError";
}

/** Thrown if the store did not respond in time, or failed: a later attempt may succeed. */
export class ArtifactStoreUnavailableError extends Error {
  override readonly name = "ArtifactStoreUnavailableError";
}

export class ArtifactStoreFullError extends Error {
  readonly code = "ENOSPC";
  constructor(options?: ErrorOptions) {
    super(STORAGE_FULL_SENTENCES.artifacts, options);
    this.name = "ArtifactStoreFullError";
  }
}

/** Returns whether this can be the id of an artifact. */
export const isArtifactId = (id: string): boolean => /^[0-9a-f]{64}$/.test(id);

/** Packs an id into bytes, for large sets: a million ids take 100 MB as text. */
export const packId = (id: string): string => Buffer.from(id, "hex").toString("latin1");
export const unpackId = (packed: string): string => Buffer.from(packed, "latin1").toString("hex");
