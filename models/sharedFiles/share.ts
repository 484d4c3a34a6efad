// Files that an operator gives the installation: the database has them, and every machine a copy in its data folder, where what
// needs them at each request reads them without asking anybody.
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { backedUpFiles, readFolderFile, writeFolderFile } from "../../platform/backup/folderFiles.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { SHARED_FILES, type SharedFile, type SharedFileName } from "./schema.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A change reaches every machine within this time. */
const FOLLOW_EVERY_MS = 5_000;
/** Two operators at once are rare, and three are none. */
const TURNS = 5;

/** What of the data folder is which file; the newest counts. */
const NAMES: Record<SharedFileName, RegExp> = {
  "allowed-hosts": /^allowed-hosts\.json$/,
  advisories: /^advisories\/advisories-\d{4}-\d{2}-\d{2}\.json$/,
};

const versionOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const localFiles = async (dataDir: string, name: SharedFileName): Promise<string[]> =>
  (await backedUpFiles(dataDir)).filter((file) => NAMES[name].test(file)).sort();

/** null: this machine has none. */
async function readLocal(dataDir: string, name: SharedFileName): Promise<{ file: string; bytes: Buffer } | null> {
  const file = (await localFiles(dataDir, name)).at(-1);
  return file === undefined ? null : { file, bytes: await readFolderFile(dataDir, file) };
}

async function storedOf({ file, bytes }: { file: string; bytes: Buffer }): Promise<Omit<SharedFile, "_id">> {
  const packed = (await pack(bytes)).toString("base64");
  return { file, version: versionOf(bytes), packed, changedAt: new Date() };
}

/**
 * Brings the folder to what the database has; a file that only the folder has, as before there were shared ones, goes into the
 * database. `known`: versions that the folder has already. Answers those that it has now.
 */
export async function pullSharedFiles(
  models: Models,
  dataDir: string,
  known: ReadonlyMap<SharedFileName, string> = new Map(),
): Promise<Map<SharedFileName, string>> {
  const stored = await models.sharedFiles.find({}, { version: 1 }).lean<Pick<SharedFile, "_id" | "version">[]>();
  const versions = new Map<SharedFileName, string>();
  for (const name of SHARED_FILES) {
    const version = stored.find(({ _id }) => _id === name)?.version ?? (await offer(models, dataDir, name));
    if (version === null) continue;
    if (known.get(name) !== version) await fetchFile(models, dataDir, name);
    versions.set(name, version);
  }
  return versions;
}

/** Puts the folder's file into the database, where there is none yet. Answers the version that is there then. */
async function offer(models: Models, dataDir: string, name: SharedFileName): Promise<string | null> {
  const local = await readLocal(dataDir, name);
  if (!local) return null;
  try {
    const file: SharedFile = { _id: name, ...(await storedOf(local)) };
    await models.sharedFiles.create(file);
    return file.version;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await models.sharedFiles.findById(name, { version: 1 }).lean<SharedFile>())?.version ?? null;
  }
}

async function fetchFile(models: Models, dataDir: string, name: SharedFileName): Promise<void> {
  const local = await readLocal(dataDir, name);
  const found = await models.sharedFiles.findById(name).lean<SharedFile>();
  // A path of the database is not trusted with a place on this machine.
  if (!found || !NAMES[name].test(found.file)) return;
  if (local?.file !== found.file || versionOf(local.bytes) !== found.version)
    await writeFolderFile(dataDir, found.file, await unpack(Buffer.from(found.packed, "base64")));
  for (const other of await localFiles(dataDir, name))
    if (other !== found.file) await rm(path.join(dataDir, other), { force: true });
}

/**
 * Changes a file for every machine: `change` changes that of the folder, which is what the database has, and may be called again
 * when another machine's operator was first. Answers what it answered.
 */
export async function changeSharedFile<T>(
  models: Models,
  dataDir: string,
  name: SharedFileName,
  change: () => Promise<T>,
): Promise<T> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = (await pullSharedFiles(models, dataDir)).get(name) ?? null;
    const answer = await change();
    const local = await readLocal(dataDir, name);
    if (!local || versionOf(local.bytes) === before) return answer;
    const next = await storedOf(local);
    if (before === null) {
      if ((await offer(models, dataDir, name)) === next.version) return answer;
    } else if ((await models.sharedFiles.updateOne({ _id: name, version: before }, { $set: next })).matchedCount === 1)
      return answer;
  }
  throw new Error(`The ${name} of this installation are changed by somebody else at the same time: try again.`);
}

/** Keeps the folder at what the database has, from now until the answer is called; while the database is away it stays as it is. */
export async function followSharedFiles(models: Models, dataDir: string): Promise<() => void> {
  let known = await pullSharedFiles(models, dataDir);
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    known = await pullSharedFiles(models, dataDir, known).catch(() => known);
    isBusy = false;
  };
  const timer = setInterval(() => void look(), FOLLOW_EVERY_MS).unref();
  return () => clearInterval(timer);
}
