// Builds the dashboard if its sources, or the packages it is built from, have changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { removeLeftovers } from "./leftovers.mjs";
import { root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

const web = join(root, "web");
const dist = join(web, "dist");
/** Hash of the sources of a build. It is stored within the build, so that both are put in place in one step. */
const STAMP = ".sources";

/**
 * @param {(line: string) => void} log
 * @returns {Promise<string>} the folder of the built files
 * @throws {SetupError}
 */
export async function setUpWeb(log) {
  const sources = hashOfSources();
  if (builtFrom() === sources) return dist;
  removeLeftovers(web, /^dist-\d+(\.old)?\.tmp$/);
  log("dashboard: building (once after each change)");
  const draft = join(web, `dist-${process.pid}.tmp`);
  // Uses the Node from the npm package, because the set-up may run on an older Node than Vite needs.
  const node = join(root, "node_modules", ".bin", "node");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  try {
    await run(node, [vite, "build", web, "--outDir", draft, "--logLevel", "warn"], {
      what: "dashboard",
      log,
      cwd: root,
    });
    writeFileSync(join(draft, STAMP), sources);
    replaceDist(draft);
  } catch (error) {
    throw new SetupError(
      `the dashboard cannot be built (${oneLine(error)}): run npm run build:web and mend what it says`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return dist;
}

/** @returns {boolean} whether the built files match the current sources */
export function webIsThere() {
  return builtFrom() === hashOfSources();
}

/** @returns {string | undefined} the hash of the sources that dist/ was built from */
function builtFrom() {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}

/**
 * Two set-ups may build at the same time: the later one replaces the earlier one's files, which have the same sources.
 * @param {string} draft
 */
function replaceDist(draft) {
  const old = join(web, `dist-${process.pid}.old.tmp`);
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(draft, dist);
  } catch (error) {
    if (!existsSync(join(dist, STAMP))) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/** @returns {string} */
function hashOfSources() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  const below = ["src", "public"].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(web, join(entry.parentPath, entry.name))),
  );
  for (const file of ["index.html", "vite.config.ts", "tsconfig.json", ...below.sort()])
    hash.update(`\0${file}\0`).update(readFileSync(join(web, file)));
  return hash.digest("hex");
}
