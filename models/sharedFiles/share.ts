// Files that an operator gives to the installation: the database stores them, and every machine keeps a copy in its data folder, so that
// reading them at each request needs no database access.
import { messageOf } from "../../domain/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { Models } from "../index.ts";
import { type FolderFile, hasJoined, noteJoined, readLocal, removeOthers, writeLocal } from "./folder.ts";
import { joined } from "./joining.ts";
import { SHARED_FILES, type SharedFileName } from "./schema.ts";
import { findStored, replaceStored, type StoredFile, storedVersions, versionOf } from "./stored.ts";

/** A change reaches every machine within this time. */
const FOLLOW_EVERY_MS = 5_000;
/** Two operators at the same time are rare, more are not expected. */
const TURNS = 5;

type Sharing = { models: Models; log: Log };
type Versions = ReadonlyMap<SharedFileName, string>;
type Pulling = {
  /** Versions that the folder already has. */
  known?: Versions;
  /** Called for each file that failed; by default, the first error is thrown after all files were tried. */
  failed?: (name: SharedFileName, error: unknown) => void;
  done?: (name: SharedFileName) => void;
};

/**
 * Updates the folder to what the database has. What only the folder has, from before shared files existed, is written to the database the
 * first time. Returns the versions that the folder has now.
 */
export async function pullSharedFiles(
  sharing: Sharing,
  dataDir: string,
  { known = new Map(), failed, done }: Pulling = {},
): Promise<Versions> {
  const stored = await storedVersions(sharing.models);
  const versions = new Map(known);
  const errors: unknown[] = [];
  for (const name of SHARED_FILES)
    try {
      const there = stored.get(name);
      if (there !== undefined && versions.get(name) === there) continue;
      const version = await pullOne(sharing, dataDir, name, there === undefined);
      if (version !== null) versions.set(name, version);
      done?.(name);
    } catch (error) {
      if (failed) failed(name, error);
      else errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
  return versions;
}

/** Returns the version that the folder has now, or null if the file exists nowhere. */
async function pullOne(
  sharing: Sharing,
  dataDir: string,
  name: SharedFileName,
  isNew: boolean,
): Promise<string | null> {
  const local = await readLocal(dataDir, name);
  if (isNew && !local) return null;
  const mayBring = !hasJoined(dataDir, name);
  const stored =
    local && (isNew || mayBring) ? await bring(sharing, name, local) : await findStored(sharing.models, name);
  if (!stored) return null;
  // Record this first: a host that somebody removes later must not come back from a copy.
  if (mayBring) await noteJoined(dataDir, name);
  if (local?.file === stored.file && versionOf(local.bytes) === stored.version)
    await removeOthers(dataDir, name, stored.file);
  else await writeLocal(dataDir, name, stored);
  return stored.version;
}

/** Writes what only the folder has to the database. Returns what is stored then. */
async function bring({ models, log }: Sharing, name: SharedFileName, local: FolderFile): Promise<StoredFile> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const stored = await findStored(models, name);
    const next = stored ? joined(name, stored, local, log) : local;
    if (stored && next === null) return stored;
    if (next && (await replaceStored(models, name, stored?.version ?? null, next)))
      return { ...next, version: versionOf(next.bytes) };
  }
  throw changedByOthers(name);
}

/**
 * Changes a file for every machine. `change` returns the new file for the stored bytes (null: none), and is called again if the operator
 * of another machine was faster; if it throws, nothing changes. Afterwards the folder has the file.
 */
export async function changeSharedFile(
  sharing: Sharing,
  dataDir: string,
  name: SharedFileName,
  change: (bytes: Buffer | null) => FolderFile,
): Promise<void> {
  // A problem with another file must not block this one.
  const failed = (other: SharedFileName, error: unknown) => {
    if (other === name) throw error;
  };
  await pullSharedFiles(sharing, dataDir, { failed });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const stored = await findStored(sharing.models, name);
    const next = change(stored?.bytes ?? null);
    if (!(await replaceStored(sharing.models, name, stored?.version ?? null, next))) continue;
    await pullSharedFiles(sharing, dataDir, { failed });
    return;
  }
  throw changedByOthers(name);
}

const changedByOthers = (name: SharedFileName): Error =>
  new Error(`Somebody else is changing the ${name} of this installation: try again.`);

/**
 * Keeps the folder up to date with the database until the returned function is called. If that fails, because the disk is full or the
 * database is unavailable, the folder stays unchanged, the failure is logged once, and it is tried again.
 */
export async function followSharedFiles({ models, log }: Sharing, dataDir: string): Promise<() => void> {
  let known: Versions = new Map();
  let isBusy = false;
  const told = new Map<string, string>();
  const warn = (what: string, error: unknown) => {
    const kind = kindOf(error);
    if (told.get(what) === kind) return;
    told.set(what, kind);
    log("warn", `${what} of the installation could not be copied to this machine yet`, { error: messageOf(error) });
  };
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      known = await pullSharedFiles({ models, log }, dataDir, {
        known,
        failed: (name, error) => warn(`the ${name}`, error),
        done: (name) => told.delete(`the ${name}`),
      });
      told.delete("the files");
    } catch (error) {
      warn("the files", error);
    } finally {
      isBusy = false;
    }
  };
  await look();
  const timer = setInterval(() => void look(), FOLLOW_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** The message may contain a temporary file name or a time, which differ between attempts. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.name;
}
