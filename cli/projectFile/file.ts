// Reads plumbline.yml from disk.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Document } from "yaml";
import { ClientError, wrongUse } from "../client/exit.ts";
import { fileReason } from "../client/saveFile.ts";
import { readYaml } from "./readYaml.ts";
import type { Config } from "./types.ts";

export const FILE_NAME = "plumbline.yml";
export const FILE_OPTION = { flags: "--file <file>", description: `the configuration (${FILE_NAME})` } as const;

const MB = 1_048_576;
/** The service accepts no more than this as JSON either. */
const MAX_BYTES = 5 * MB;

/** `document` keeps comments and order, so that it can be edited in place. */
export type OpenedFile = { file: string; folder: string; text: string; document: Document; config: Config };

/** Throws ClientError (2) if the file is not a YAML object; returns null if there is no file. */
export async function openFile(cwd: string, name = FILE_NAME): Promise<OpenedFile | null> {
  const file = path.resolve(cwd, name);
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw wrongUse(`${name} is larger than ${MAX_BYTES / MB} MB, which is the maximum.`);
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof ClientError) throw error;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw wrongUse(`${name} cannot be read: ${fileReason(error)}.`);
  }
  const { document, data: config } = await readYaml(text, name);
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw wrongUse(`${name} must hold sections such as "project" and "scenarios".`);
  return { file, folder: path.dirname(file), text, document, config: config as Config };
}

export async function requireFile(cwd: string, name?: string): Promise<OpenedFile> {
  const opened = await openFile(cwd, name);
  if (opened) return opened;
  throw wrongUse(`There is no ${name ?? FILE_NAME} here. Write one with "plumbline pull", or name it with --file.`);
}
