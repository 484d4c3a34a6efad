// The text that is imported: of a file, or of an address.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { wrongUse } from "../client/exit.ts";

const MAX_BYTES = 1_000_000;
const FETCH_MS = 30_000;

/** Throws ClientError for what is not there, or too large. The key of Plumbline is not sent to the address. */
export function textOfSource(source: string, cwd: string): Promise<string> {
  return /^https?:\/\//i.test(source) ? textOfAddress(source) : textOfFile(path.resolve(cwd, source), source);
}

async function textOfAddress(address: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw wrongUse(`${address} could not be read: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  if (!response.ok || response.body === null) throw wrongUse(`${address} answered HTTP ${response.status}.`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MAX_BYTES) throw wrongUse(`${address} is larger than 1 MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

async function textOfFile(file: string, name: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_BYTES) throw wrongUse(`${name} is larger than 1 MB.`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw wrongUse(`There is no file ${name}.`);
    throw error;
  }
}
