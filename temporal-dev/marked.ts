// Reads and writes generated parts of documents, which are enclosed in <!-- name:begin --> and <!-- name:end -->.
import { readFile, writeFile } from "node:fs/promises";

const partOf = (name: string) => new RegExp(`(<!-- ${name}:begin -->\\n)([\\s\\S]*?)(\\n<!-- ${name}:end -->)`);

/** Returns the generated part of a document, or null if the markers are missing. */
export function markedPart(document: string, name: string): string | null {
  return partOf(name).exec(document)?.[2] ?? null;
}

/** Writes the generated part of a file. Throws if the markers are missing. */
export async function writeMarked(file: URL, name: string, text: string): Promise<void> {
  const before = await readFile(file, "utf8");
  if (markedPart(before, name) === null)
    throw new Error(`${file.pathname} has lost the markers ${name}:begin and ${name}:end.`);
  const after = before.replace(partOf(name), (_, begin: string, _old: string, end: string) => `${begin}${text}${end}`);
  if (after !== before) await writeFile(file, after);
}
