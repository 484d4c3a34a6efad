// The artifact store: large bytes under the SHA-256 of their content. A second writer of the same bytes changes nothing.
import { createHash } from "node:crypto";
import { STORAGE_FULL_SENTENCES } from "../../domain/storageFull.ts";

/** Where pictures, maps and reports live. Ids are `<sha256 in hex>`. */
export type ArtifactStore = {
  readonly kind: ArtifactStoreKind;
  /**
   * Stores bytes and answers their id. Durable when it resolves. What is there already stays, unless its size is another one or a
   * read has found it damaged: then it is replaced.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** Reads and verifies; leaves a mark beside what is damaged. Rejects with ArtifactMissingError or ArtifactDamagedError. */
  get(id: string): Promise<Buffer>;
  has(id: string): Promise<boolean>;
  /** Removes the bytes; an id that is not there changes nothing. */
  remove(id: string): Promise<void>;
  /**
   * All that is stored, in no order; of a shard (two hex digits) what begins with it. What is stored or removed meanwhile may be
   * there or not.
   */
  list(shard?: string): AsyncIterable<StoredArtifact>;
  /** Throws with the reason when the store cannot be written. */
  check(): Promise<void>;
};

export type ArtifactStoreKind = "files" | "s3";

/** A store with the mark that says whose it is. `where`: its place, in the form of SVC_ARTIFACTS or as a folder. */
export type MarkedStore = ArtifactStore & { readonly where: string; readonly mark: StoreMark };
export type StoreMark = {
  /** null: there is none. */
  read(): Promise<string | null>;
  /** Answers false where there is one already and it is not to be replaced. */
  write(text: string, how: { replace: boolean }): Promise<boolean>;
};

/** Names of what lies beside the artifacts. */
export const MARK = ".plumbline-installation";
export const PROBE = ".plumbline-probe";

/** What a mark beside a damaged artifact adds to its name. Reader and writer are seldom the same process: a backup and a worker. */
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

/** Whether the bytes cannot be read again: no repeat helps. */
export const isArtifactLost = (error: unknown): error is ArtifactMissingError | ArtifactDamagedError =>
  error instanceof ArtifactMissingError || error instanceof ArtifactDamagedError;

/** SHA-256 in hex; of a text, that of its UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The store says no: wrong credentials, missing rights, no such bucket. The message names bucket and action, and no key. */
export class ArtifactStoreRefusedError extends Error {
  override readonly name = "ArtifactStoreRefusedError";
}

/** The store did not answer in its time, or failed: a later try may go well. */
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

/** Whether this can be the id of an artifact. */
export const isArtifactId = (id: string): boolean => /^[0-9a-f]{64}$/.test(id);

/** An id as bytes, for sets of many: a million of them takes 100 MB as text. */
export const packId = (id: string): string => Buffer.from(id, "hex").toString("latin1");
export const unpackId = (packed: string): string => Buffer.from(packed, "latin1").toString("hex");
