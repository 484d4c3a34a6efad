// The parts of package.json that describe a repository.
import { readFile } from "node:fs/promises";
import path from "node:path";

export type Manifest = {
  name?: unknown;
  dependencies?: object;
  devDependencies?: object;
  scripts?: Record<string, unknown>;
};

/** Reads package.json of the folder; {} if there is none or it cannot be read. */
export async function readManifest(cwd: string): Promise<Manifest> {
  try {
    const json: unknown = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8"));
    return typeof json === "object" && json !== null ? (json as Manifest) : {};
  } catch {
    // Many sites have none, and a broken one is not this command's concern.
    return {};
  }
}
