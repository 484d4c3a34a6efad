// The installation's id in the data folder. Without the database's driver: `npm start` reads it before there is a database.
import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const FILE = "installation.json";
const ID = /^[0-9a-f]{16}$/;

export const newInstallationId = (): string => randomBytes(8).toString("hex");

/** The id that the folder keeps; null where it keeps none. */
export async function readInstallationId(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, FILE);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const { id } = JSON.parse(text) as { id?: unknown };
  if (typeof id !== "string" || !ID.test(id)) throw new Error(`${file} does not name an installation`);
  return id;
}

/** Gives the folder an id unless it has one; answers the one it has then. */
export async function keepInstallationId(dataDir: string, id: string): Promise<string> {
  const temporary = path.join(dataDir, `${FILE}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
  await writeFile(temporary, `${JSON.stringify({ id })}\n`, { mode: 0o600 });
  try {
    // Whole or not at all, and the first one stays.
    await link(temporary, path.join(dataDir, FILE));
    return id;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return (await readInstallationId(dataDir)) ?? id;
  } finally {
    await rm(temporary, { force: true });
  }
}
