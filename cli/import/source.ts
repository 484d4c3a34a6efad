// Reads the text to import, from a file or a URL. YAML and scripts are converted to JSON, because the formats only handle that.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { LeftOut } from "../../domain/import/types.ts";
import { ClientError, wrongUse } from "../client/exit.ts";
import { fileReason } from "../client/saveFile.ts";
import { readYaml } from "../projectFile/readYaml.ts";
import { runConfig, SCRIPT } from "./runConfig.ts";

const MAX_BYTES = 1_000_000;
const FETCH_MS = 30_000;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

export type Source = { text: string; leftOut: LeftOut[] };

/** Throws ClientError if the source does not exist, is too large, or cannot be read. Plumbline's key is not sent to the URL. */
export async function readSource(source: string, cwd: string): Promise<Source> {
  const file = path.resolve(cwd, source);
  if (/\.[cm]?ts$/i.test(source))
    throw wrongUse(`${source} is TypeScript, which is not read. Import the JSON or JavaScript built from it.`);
  if (SCRIPT.test(isAddress(source) ? new URL(source).pathname : source)) {
    if (isAddress(source)) throw wrongUse(`${source} is a script, and only scripts of this machine are read.`);
    const { json, leftOut } = await runConfig(file, source);
    if (typeof json !== "object" || json === null) throw wrongUse(`${source} exports no configuration.`);
    return { text: JSON.stringify(json), leftOut };
  }
  const text = isAddress(source) ? await textOfAddress(source) : await textOfFile(file, source);
  const isYaml = /\.ya?ml$/i.test(source);
  return { text: isYaml ? JSON.stringify((await readYaml(text, source)).data) : text, leftOut: [] };
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
    if (error instanceof ClientError) throw error;
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw wrongUse(`File not found: ${name}.`);
    throw wrongUse(`${name} cannot be read: ${fileReason(error)}.`);
  }
}
