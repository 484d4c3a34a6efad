// Files that an operator gives the installation: the database has them, and every machine a copy in its data folder, where what
// needs them at each request reads them without asking anybody.
import { messageOf } from "../../domain/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { Models } from "../index.ts";
import { type FolderFile, hasJoined, noteJoined, readLocal, removeOthers, writeLocal } from "./folder.ts";
import { joined } from "./joining.ts";
import { SHARED_FILES, type SharedFileName } from "./schema.ts";
import { findStored, replaceStored, type StoredFile, storedVersions, versionOf } from "./stored.ts";

/** A change reaches every machine within this time. */
const FOLLOW_EVERY_MS = 5_000;
/** Two operators at once are rare, and three are none. */
const TURNS = 5;

type Sharing = { models: Models; log: Log };
type Versions = ReadonlyMap<SharedFileName, string>;
type Pulling = {
  /** Versions that the folder has already. */
  known?: Versions;
  /** Told of each file that could not be brought; unless given, the first error is thrown when all were tried. */
  failed?: (name: SharedFileName, error: unknown) => void;
  done?: (name: SharedFileName) => void;
};

/**
 * Brings the folder to what the database has. What only the folder has, as before there were shared files, goes into the database
 * when it does so for the first time. Answers the versions that the folder has now.
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

/** Answers the version that the folder has now; null: there is none anywhere. */
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
  // First the note: a host that somebody removes later must not come back from a copy.
  if (mayBring) await noteJoined(dataDir, name);
  if (local?.file === stored.file && versionOf(local.bytes) === stored.version)
    await removeOthers(dataDir, name, stored.file);
  else await writeLocal(dataDir, name, stored);
  return stored.version;
}

/** Puts what only the folder has into the database. Answers what is there then. */
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
 * Changes a file for every machine. `change` answers the new file for the bytes of the one that the database has (null: none), and is
 * called again when another machine's operator was first; what it throws leaves everything as it was. The folder has the file then.
 */
export async function changeSharedFile(
  sharing: Sharing,
  dataDir: string,
  name: SharedFileName,
  change: (bytes: Buffer | null) => FolderFile,
): Promise<void> {
  // Trouble with another file is no reason to refuse this one.
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
  new Error(`The ${name} of this installation are changed by somebody else at the same time: try again.`);

/**
 * Keeps the folder at what the database has, from now until the answer is called. Where that fails, because the disk is full or
 * the database away, the folder stays as it is, a line of the log says so once, and it is tried again.
 */
export async function followSharedFiles({ models, log }: Sharing, dataDir: string): Promise<() => void> {
  let known: Versions = new Map();
  let isBusy = false;
  const told = new Map<string, string>();
  const warn = (what: string, error: unknown) => {
    const kind = kindOf(error);
    if (told.get(what) === kind) return;
    told.set(what, kind);
    log("warn", `${what} of the installation could not be brought to this machine yet`, { error: messageOf(error) });
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

/** Its message may name a draft or a time, which no other attempt has. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.name;
}
