// package.json, as far as it describes a repository.
import { readFile } from "node:fs/promises";
import path from "node:path";

export type Manifest = {
  name?: unknown;
  dependencies?: object;
  devDependencies?: object;
  scripts?: Record<string, unknown>;
};

/** Of the folder; {} where there is none that can be read. */
export async function readManifest(cwd: string): Promise<Manifest> {
  try {
    const json: unknown = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8"));
    return typeof json === "object" && json !== null ? (json as Manifest) : {};
  } catch {
    // Many sites have none, and a wrong one is not ours to judge.
    return {};
  }
}
