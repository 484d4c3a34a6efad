// Builds the packages that the service serves (/cli.tgz, /playwright.tgz) if their sources have changed since the last build.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

/** @returns {boolean} whether they have been built; their sources may have changed since */
export function clientsAreThere() {
  return existsSync(join(root, "cli", "dist", "packages.json"));
}

/**
 * @param {(line: string) => void} log
 * @throws {SetupError}
 */
export async function setUpClients(log) {
  // Uses the Node from the npm package, because the set-up may run on a Node that cannot load TypeScript.
  const node = join(root, "node_modules", ".bin", "node");
  const options = { what: "client packages", log, cwd: root };
  try {
    await run(
      node,
      ["--disable-warning=ExperimentalWarning", join(root, "temporal-dev", "clients", "main.ts")],
      options,
    );
  } catch (error) {
    throw new SetupError(
      `the client packages cannot be built (${oneLine(error)}): run npm run build:clients and fix what it says`,
    );
  }
}
