// Serves the CLI and the Playwright package that belong to this installation.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientPackage } from "../../domain/clientPackages.ts";
import { ProductError } from "../../domain/errors.ts";

/** Folder into which the setup builds the packages. */
export const CLIENTS_FOLDER = path.join(import.meta.dirname, "../../cli/dist");

export type BuiltPackage = ClientPackage & { content: Buffer };

/** Packages by folder, read once: as with the dashboard, a new build is served only after a restart. */
const read = new Map<string, Promise<readonly BuiltPackage[]>>();

/** Returns all packages with their content. Throws `unavailable` if the setup has not built them. */
export function clientPackages(folder = CLIENTS_FOLDER): Promise<readonly BuiltPackage[]> {
  const before = read.get(folder);
  if (before) return before;
  const reading = readAll(folder);
  read.set(folder, reading);
  // Failures are not cached, so that the next request finds packages built since then.
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

/** Returns the package that is served under this file name. Throws `not_found` if there is none. */
export async function clientPackage(file: string): Promise<BuiltPackage> {
  const found = (await clientPackages()).find((one) => one.file === file);
  if (!found) throw new ProductError("not_found", `There is no package ${file}.`);
  return found;
}
