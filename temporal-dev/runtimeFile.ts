// File in which a running service tells the admin command how to reach its database; removed when the service stops.
import { readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

export type Runtime = {
  pid: number;
  apiUrl: string;
  mongoUri: string;
  mongoDatabase: string;
  temporalAddress: string;
  /** Link that signs in to Temporal's web interface; null if the Temporal server is external. */
  temporalUiLink: string | null;
  secretKeyFile: string;
};

const fileOf = (dataDir: string) => path.join(dataDir, "runtime.json");

export async function writeRuntimeFile(dataDir: string, runtime: Runtime): Promise<void> {
  const temporary = `${fileOf(dataDir)}.${process.pid}.tmp`;
  await writeFile(temporary, JSON.stringify(runtime, null, 2), { mode: 0o600 });
  await rename(temporary, fileOf(dataDir));
}

/** Returns what the folder's last service wrote, or null. A service that was killed leaves the file behind. */
export function readRuntimeFile(dataDir: string): Runtime | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Runtime;
  } catch {
    return null;
  }
}

export async function removeRuntimeFile(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}
