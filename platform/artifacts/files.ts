// The artifact store in files of this machine.
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isStorageFull } from "../../domain/storageFull.ts";
import { readIfThere } from "../readIfThere.ts";
import {
  ArtifactDamagedError,
  ArtifactMissingError,
  ArtifactStoreFullError,
  DAMAGED,
  isArtifactId,
  MARK,
  type MarkedStore,
  PROBE,
  sha256,
} from "./store.ts";

/**
 * Stores files in two levels of folders: `<root>/ab/abcdef…`. Each is written to a temporary file, synced, then renamed. Pass `sync:
 * false` if a file damaged by a crash costs nothing.
 */
export function createFileStore(root: string, { sync = true }: { sync?: boolean } = {}): MarkedStore {
  const folderOf = (id: string) => path.join(root, id.slice(0, 2));
  const fileOf = (id: string) => {
    if (!isArtifactId(id)) throw new ArtifactMissingError(id);
    return path.join(folderOf(id), id);
  };
  /** Returns null if there is no such file. */
  const sizeOf = async (file: string): Promise<number | null> => {
    const found = await stat(file).catch(() => null);
    return found?.isFile() ? found.size : null;
  };
  const has = async (id: string) => {
    try {
      return (await sizeOf(fileOf(id))) !== null;
    } catch {
      return false;
    }
  };
  const markDamaged = (id: string) =>
    // If the disk cannot store the mark, the writes that would need it fail too.
    writeFile(`${fileOf(id)}${DAMAGED}`, "").catch(() => undefined);
  const markFile = path.join(root, MARK);
  const write = async (file: string, bytes: Uint8Array) => {
    const temporary = `${file}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const handle = await open(temporary, "wx");
      try {
        await handle.writeFile(bytes);
        if (sync) await handle.sync();
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
    kind: "files",
    where: root,
    async put(bytes) {
      const id = sha256(bytes);
      const file = fileOf(id);
      const size = await sizeOf(file);
      const damaged = size !== null && (size !== bytes.length || (await sizeOf(`${file}${DAMAGED}`)) !== null);
      if (size === null || damaged) await write(file, bytes);
      if (damaged) await rm(`${file}${DAMAGED}`, { force: true });
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
      if (sha256(bytes) !== id) {
        await markDamaged(id);
        throw new ArtifactDamagedError(id);
      }
      return bytes;
    },
    has,
    async remove(id) {
      await rm(fileOf(id), { force: true });
      await rm(`${fileOf(id)}${DAMAGED}`, { force: true });
    },
    async *list(shard) {
      const folders = shard === undefined ? await readdir(root).catch(() => [] as string[]) : [shard];
      for (const folder of folders)
        for (const id of (await readdir(path.join(root, folder)).catch(() => [] as string[])).filter(isArtifactId)) {
          // A file that was removed in the meantime is not listed.
          const info = await stat(fileOf(id)).catch(() => null);
          if (info) yield { id, bytes: info.size, storedAt: info.mtime };
        }
    },
    async check() {
      const probe = path.join(root, `${PROBE}-${process.pid}`);
      await write(probe, new Uint8Array([1]));
      await rm(probe, { force: true });
    },
    mark: {
      read: () => readIfThere(markFile),
      async write(text, { replace }) {
        if (replace) {
          await write(markFile, Buffer.from(text));
          return true;
        }
        const temporary = `${markFile}.${randomBytes(6).toString("hex")}`;
        await write(temporary, Buffer.from(text));
        try {
          // The file appears complete or not at all, and the first one stays.
          await link(temporary, markFile);
          return true;
        } catch (error) {
          if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
          return false;
        } finally {
          await rm(temporary, { force: true });
        }
      },
    },
  };
}

/** Temporary files older than this belong to killed writers, because no write takes as long. */
export const TEMPORARY_FILE_AGE_MS = 3_600_000;

/** Removes temporary files left by killed processes that are older than `olderThanMs`. Returns how many. */
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
