// The worker's own temporary folder: browsers leave their profiles in it if the worker is killed, and the next worker removes them.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { processAlive, processName } from "./hostGate/lockFile.ts";

const NAME = /^plumbline-\d+-\w{6}$/;
/** Name of the file that identifies the folder's owner: host and process. */
const OWNER = "owner";
/** A folder without that file is being created, unless it is older than this: then an exiting browser has recreated it. */
const MADE_MS = 60_000;
/** Chromium appends 46 characters for a socket, whose path may have at most 107. */
const MAX_CHARACTERS = 60;

export type TemporaryFolder = { folder: string; remove(): void };

/**
 * Removes the folders of workers that have ended, and creates one for this process. null: the path below `root` would be too
 * long for the browsers' sockets.
 */
export function makeTemporaryFolder(root = tmpdir()): TemporaryFolder | null {
  sweep(root);
  const prefix = path.join(root, `plumbline-${process.pid}-`);
  if (prefix.length + "XXXXXX".length > MAX_CHARACTERS) return null;
  const folder = mkdtempSync(prefix);
  writeFileSync(path.join(folder, OWNER), JSON.stringify({ host: hostname(), process: processName() }));
  return { folder, remove: () => remove(folder) };
}

function sweep(root: string): void {
  for (const name of readdirSync(root)) {
    const folder = path.join(root, name);
    if (NAME.test(name) && isLeft(folder)) remove(folder);
  }
}

/** Whether the folder belongs to this user and to an ended worker of this host. Processes of other hosts and containers are not visible. */
function isLeft(folder: string): boolean {
  try {
    const info = lstatSync(folder);
    if (!info.isDirectory() || info.uid !== (process.getuid?.() ?? info.uid)) return false;
    const owner = ownerOf(folder);
    if (owner === undefined) return Date.now() - info.mtimeMs > MADE_MS;
    return owner.host === hostname() && !processAlive(owner.process);
  } catch {
    return false; // already gone
  }
}

function ownerOf(folder: string): { host: string; process: string } | undefined {
  try {
    const { host, process: name } = JSON.parse(readFileSync(path.join(folder, OWNER), "utf8"));
    return typeof host === "string" && typeof name === "string" ? { host, process: name } : undefined;
  } catch {
    return undefined;
  }
}

/** A browser that is exiting may still write. What remains keeps its owner file and is removed at the next start. */
function remove(folder: string): void {
  const owner = path.join(folder, OWNER);
  try {
    for (const name of readdirSync(folder))
      if (name !== OWNER) rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    const said = readFileSync(owner, { flag: "a+" });
    rmSync(owner);
    try {
      rmdirSync(folder);
    } catch {
      writeFileSync(owner, said);
    }
  } catch {
    // What remains is removed at the next start.
  }
}
