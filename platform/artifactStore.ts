// The artifact store: large bytes under the SHA-256 of their content. A second writer of the same bytes changes nothing.
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isStorageFull, STORAGE_FULL_SENTENCES } from "../domain/storageFull.ts";

/** Where pictures, maps and reports live. Ids are `<sha256 in hex>`. */
export type ArtifactStore = {
  /** Stores bytes and answers their id. Durable when it resolves. */
  put(bytes: Uint8Array): Promise<string>;
  /** Reads and verifies. Rejects with ArtifactMissingError or ArtifactDamagedError. */
  get(id: string): Promise<Buffer>;
  has(id: string): Promise<boolean>;
  /** Throws with the reason when the store cannot be written. */
  check(): Promise<void>;
};

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

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export class ArtifactStoreFullError extends Error {
  readonly code = "ENOSPC";
  constructor(options?: ErrorOptions) {
    super(STORAGE_FULL_SENTENCES.artifacts, options);
    this.name = "ArtifactStoreFullError";
  }
}

const ID = /^[0-9a-f]{64}$/;

/** Files in two levels of folders: `<root>/ab/abcdef…`. Written to a temporary file, synced, then renamed. */
export function createFileStore(root: string): ArtifactStore {
  const folderOf = (id: string) => path.join(root, id.slice(0, 2));
  const fileOf = (id: string) => {
    if (!ID.test(id)) throw new ArtifactMissingError(id);
    return path.join(folderOf(id), id);
  };
  const has = async (id: string) => {
    try {
      return (await stat(fileOf(id))).isFile();
    } catch {
      return false;
    }
  };
  const write = async (file: string, bytes: Uint8Array) => {
    const temporary = `${file}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const handle = await open(temporary, "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      if (isStorageFull(error)) throw new ArtifactStoreFullError({ cause: error });
      throw error;
    }
  };
  return {
    async put(bytes) {
      const id = sha256(bytes);
      if (!(await has(id))) await write(fileOf(id), bytes);
      return id;
    },
    async get(id) {
      let bytes: Buffer;
      try {
        bytes = await readFile(fileOf(id));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new ArtifactMissingError(id);
        throw error;
      }
      if (sha256(bytes) !== id) throw new ArtifactDamagedError(id);
      return bytes;
    },
    has,
    async check() {
      const probe = path.join(root, `.probe-${process.pid}`);
      await write(probe, new Uint8Array([1]));
      await rm(probe, { force: true });
    },
  };
}

/** Temporary files that a killed process left behind, older than `olderThanMs`, are removed. Answers how many. */
export async function sweepTemporaryFiles(root: string, olderThanMs: number, now: number): Promise<number> {
  let removed = 0;
  for (const folder of await readdir(root).catch(() => [] as string[])) {
    for (const name of await readdir(path.join(root, folder)).catch(() => [] as string[])) {
      if (!name.endsWith(".tmp")) continue;
      const file = path.join(root, folder, name);
      const info = await stat(file).catch(() => null);
      if (info && now - info.mtimeMs > olderThanMs) {
        await rm(file, { force: true });
        removed++;
      }
    }
  }
  return removed;
}
