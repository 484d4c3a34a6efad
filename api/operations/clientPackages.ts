// The command line and the Playwright package, as this installation hands them out.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientPackage } from "../../domain/clientPackages.ts";
import { ProductError } from "../../domain/errors.ts";

/** Where the set-up builds them. */
export const CLIENTS_FOLDER = path.join(import.meta.dirname, "../../cli/dist");

export type BuiltPackage = ClientPackage & { content: Buffer };

/** Read once: another build needs a new start, as the dashboard does. */
const read = new Map<string, Promise<readonly BuiltPackage[]>>();

/** All packages with their content. Throws `unavailable` where the set-up has not built them. */
export function clientPackages(folder = CLIENTS_FOLDER): Promise<readonly BuiltPackage[]> {
  const before = read.get(folder);
  if (before) return before;
  const reading = readAll(folder);
  read.set(folder, reading);
  // Set up meanwhile, they are found by the next request.
  reading.catch(() => read.delete(folder));
  return reading;
}

async function readAll(folder: string): Promise<readonly BuiltPackage[]> {
  try {
    const list = JSON.parse(await readFile(path.join(folder, "packages.json"), "utf8")) as ClientPackage[];
    return await Promise.all(
      list.map(async (one) => ({ ...one, content: await readFile(path.join(folder, one.file)) })),
    );
  } catch {
    throw new ProductError(
      "unavailable",
      "The client packages are not built: run npm run build:clients where the service runs.",
    );
  }
}

/** One of them by the file that it is served as. */
export async function clientPackage(file: string): Promise<BuiltPackage> {
  const found = (await clientPackages()).find((one) => one.file === file);
  if (!found) throw new ProductError("not_found", `There is no package ${file}.`);
  return found;
}
