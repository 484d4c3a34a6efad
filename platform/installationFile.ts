// The installation's id in the data folder, and the version of its data. Needs no database driver, because `npm start` reads both before
// there is a database.
import { randomBytes } from "node:crypto";
import { link, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DataState } from "../domain/dataVersion.ts";
import { readIfThere } from "./readIfThere.ts";

const FILE = "installation.json";
const ID = /^[0-9a-f]{16}$/;

export const newInstallationId = (): string => randomBytes(8).toString("hex");

type Kept = { id: string; data: DataState };

async function readKept(dataDir: string): Promise<Kept | null> {
  const file = path.join(dataDir, FILE);
  const text = await readIfThere(file);
  if (text === null) return null;
  const { id, dataVersion, program } = JSON.parse(text) as { id?: unknown; dataVersion?: unknown; program?: unknown };
  if (typeof id !== "string" || !ID.test(id)) throw new Error(`${file} does not name an installation`);
  const version = typeof dataVersion === "number" ? dataVersion : 0;
  return { id, data: { version, program: typeof program === "string" ? program : null } };
}

/** Returns the id stored in the folder, or null if there is none. */
export async function readInstallationId(dataDir: string): Promise<string | null> {
  return (await readKept(dataDir))?.id ?? null;
}

/** Returns the data version stored in the folder; the database's is authoritative. A folder of 0.1.0 has none, which means 0. */
export async function readKeptData(dataDir: string): Promise<DataState> {
  return (await readKept(dataDir))?.data ?? { version: 0, program: null };
}

/** Stores the data version with the id. No-op for a folder without an id. */
export async function keepData(dataDir: string, { version, program }: DataState): Promise<void> {
  const kept = await readKept(dataDir);
  if (kept === null || (kept.data.version === version && kept.data.program === program)) return;
  await write(dataDir, { id: kept.id, dataVersion: version, program }, (temporary) =>
    rename(temporary, path.join(dataDir, FILE)),
  );
}

async function write(dataDir: string, content: object, place: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = path.join(dataDir, `${FILE}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
  await writeFile(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  try {
    await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Gives the folder an id unless it has one. Returns the stored id. */
export async function keepInstallationId(dataDir: string, id: string): Promise<string> {
  try {
    // The file appears complete or not at all, and the first one stays.
    await write(dataDir, { id }, (temporary) => link(temporary, path.join(dataDir, FILE)));
    return id;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return (await readInstallationId(dataDir)) ?? id;
  }
}
