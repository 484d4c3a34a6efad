// Installs the npm packages if node_modules does not match package-lock.json.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

/**
 * @param {(line: string) => void} log
 * @throws {SetupError}
 */
export async function setUpNodeDeps(log) {
  const missing = whatIsMissing();
  if (!missing) return;
  log(`npm packages: installing (${missing})`);
  const options = {
    what: "npm packages",
    log,
    cwd: root,
    // Here and not in .npmrc, because npm warns about unknown settings there.
    env: {
      PUPPETEER_SKIP_DOWNLOAD: "1",
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
      ONNXRUNTIME_NODE_INSTALL: "skip",
    },
  };
  try {
    await run("npm", ["ci", "--no-audit", "--no-fund"], options);
  } catch (error) {
    // A registry mirror may lack binaries for other platforms, which `npm ci` requires and `npm install` does not.
    try {
      await run("npm", ["install", "--no-save", "--no-audit", "--no-fund"], options);
    } catch {
      throw new SetupError(
        `npm packages cannot be installed (${oneLine(error)}): run npm ci in ${root} and fix the reported problem`,
      );
    }
  }
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
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
