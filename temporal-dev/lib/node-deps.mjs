// Installs the npm packages if node_modules does not match package-lock.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

// Here and not in .npmrc, because npm warns about unknown settings there.
const env = {
  PUPPETEER_SKIP_DOWNLOAD: "1",
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
  ONNXRUNTIME_NODE_INSTALL: "skip",
};
/** Within node_modules: the optional packages that an installation went without, so that not every start tries again. */
const GIVEN_UP = ".plumbline-optional.json";

/**
 * @param {(line: string) => void} log
 * @throws {SetupError}
 */
export async function setUpNodeDeps(log) {
  const missing = whatIsMissing();
  const optional = missing ? [] : missingOptional();
  if (!missing && optional.length === 0) return;
  log(`npm packages: installing (${missing ?? optional.join(", ")})`);
  const npm = (/** @type {string[]} */ ...args) =>
    run("npm", [...args, "--no-audit", "--no-fund"], { what: "npm packages", log, cwd: root, env });
  try {
    // A registry mirror may lack binaries for other platforms, which `npm ci` requires and `npm install` does not.
    await (missing ? npm("ci").catch(() => npm("install", "--no-save")) : npm("install", "--no-save"));
  } catch (error) {
    if (missing)
      throw new SetupError(
        `npm packages cannot be installed (${oneLine(error)}): run npm ci in ${root} and fix the reported problem`,
      );
  }
  const left = missingOptional();
  if (left.length === 0) return;
  const record = join("node_modules", GIVEN_UP);
  log(`npm packages: without ${left.join(", ")}, which cannot be installed; delete ${record} to try again`);
  writeFileSync(join(root, record), JSON.stringify(left));
}

/**
 * An `npm ci` by hand drops an optional package whose install script fails, for example because it downloads something that we do not use.
 * @param {string} [folder] the folder of package-lock.json
 * @returns {string[]} our own optional packages that fit this machine and are not installed
 */
export function missingOptional(folder = root) {
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"));
  const givenUp = join(folder, "node_modules", GIVEN_UP);
  /** @type {string[]} */
  const known = existsSync(givenUp) ? JSON.parse(readFileSync(givenUp, "utf8")) : [];
  return Object.keys(wanted[""]?.optionalDependencies ?? {}).filter((name) => {
    const { os, cpu } = wanted[`node_modules/${name}`] ?? {};
    const fits = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
    return fits && !installed[`node_modules/${name}`] && !known.includes(name);
  });
}

/**
 * Compares package-lock.json with node_modules/.package-lock.json, npm's list of what it installed. That takes a few milliseconds and,
 * unlike a separate stamp file, also works after `npm install`.
 * @param {string} [folder] the folder of package-lock.json
 * @returns {string | undefined} why an install is needed; undefined if it is not
 */
export function whatIsMissing(folder = root) {
  const installedList = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installedList)) return "none there";
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const installed = packagesOf(installedList);
  for (const [path, { version, optional, devOptional, peer, link }] of Object.entries(wanted)) {
    if (path === "" || link) continue;
    const there = installed[path];
    // Optional packages are not installed if they do not fit the machine.
    if (!there && (optional || devOptional || peer)) continue;
    if (there?.version !== version) return `${path.replace(/^.*node_modules\//, "")} ${version} is not there`;
  }
  return undefined;
}

/**
 * @param {string} file a package-lock.json
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean,
 *   os?: string[], cpu?: string[], optionalDependencies?: Record<string, string> }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
