// The installation's secret: from SVC_SECRET_KEY, otherwise generated once and stored in the data folder.
import { randomBytes } from "node:crypto";
import { link, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { MIN_SECRET_KEY } from "../domain/config.ts";
import { readIfThere } from "./readIfThere.ts";

/** Why there is no secret to start with, and how to fix it. */
export class SecretKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SecretKeyError";
  }
}

const fileIn = (dataDir: string): string => path.join(dataDir, "secret.key");

/** Returns the secret of the data folder, or null if it has none. Throws SecretKeyError if it is too short to protect anything. */
export async function readSecretFile(dataDir: string): Promise<string | null> {
  const file = fileIn(dataDir);
  const text = await readIfThere(file);
  if (text === null) return null;
  const key = text.trim();
  if (key.length >= MIN_SECRET_KEY) return key;
  throw new SecretKeyError(
    `${file} holds ${key.length} characters, and a secret needs ${MIN_SECRET_KEY}. Restore it from a backup, or set SVC_SECRET_KEY. If nothing was stored under it yet, delete the file: the next start creates a new one.`,
  );
}

/** Creates the secret of the data folder unless it has one. Returns the stored secret. */
export async function makeSecretFile(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  await mkdir(dataDir, { recursive: true });
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(randomBytes(32).toString("base64url"));
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The file gets its name when it is complete, and the first one stays, so another process reads all of it or none.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  const key = await readSecretFile(dataDir);
  if (key === null) throw new SecretKeyError(`${file} was deleted while the service started. Start it again.`);
  return key;
}
