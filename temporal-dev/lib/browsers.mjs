// Sets up browsers (Playwright's own if available, else the system's) and a font to render text with.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { aptInstall, canInstall } from "./apt.mjs";
import { reachable } from "./net.mjs";
import { isProgram, onPath, root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

const downloadHost = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? "https://cdn.playwright.dev";
const installCommand = "npx playwright install --with-deps chromium-headless-shell firefox";

// `own`: Playwright's name. `programs`: the system's programs, best first (the headless shell opens a page context in 110 ms, full Chromium
// in 290 to 430 ms). `debian`: the Debian package.
const known = {
  chromium: {
    own: "chromium-headless-shell",
    programs: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
    debian: "chromium-headless-shell",
  },
  firefox: { own: "firefox", programs: ["firefox-esr", "firefox"], debian: "firefox-esr" },
};

/** @typedef {{ kind: "playwright" } | { kind: "system", path: string }} Browser */
/** @typedef {{ chromium: Browser, firefox: Browser | null }} BrowsersPart */
/** @typedef {keyof typeof known} BrowserName */

/**
 * Chromium is required. Without Firefox only Firefox runs are unavailable, so that is logged and does not fail the set-up.
 * @param {(line: string) => void} log
 * @param {BrowsersPart | undefined} before what an earlier set-up chose; not searched again if it still exists
 * @returns {Promise<BrowsersPart>}
 * @throws {SetupError}
 */
export async function setUpBrowsers(log, before) {
  let found = { chromium: keep("chromium", before?.chromium), firefox: keep("firefox", before?.firefox) };
  const complete = () => Boolean(found.chromium && found.firefox);
  const reasons = [];
  for (const attempt of [installOwn, async () => {}, installDebian]) {
    if (complete()) break;
    try {
      await attempt(log);
    } catch (error) {
      reasons.push(oneLine(error));
    }
    // After Playwright's own installation only its browsers count; before anything is installed, the system's are accepted too.
    const look = attempt === installOwn ? own : (/** @type {BrowserName} */ name) => own(name) ?? ofSystem(name);
    found = { chromium: found.chromium ?? look("chromium"), firefox: found.firefox ?? look("firefox") };
  }
  const { chromium, firefox } = found;
  if (!chromium) throw new SetupError(`Chromium cannot be set up (${reasons.join("; ")}): run ${installCommand}`);
  if (!firefox) log(`Firefox: not there (${reasons.join("; ")}); runs that ask for it fail until: ${installCommand}`);
  return { chromium, firefox: firefox ?? null };
}

/** @param {BrowsersPart | undefined} before @returns {boolean} whether both are there already */
export function browsersAreThere(before) {
  return Boolean(keep("chromium", before?.chromium) && keep("firefox", before?.firefox));
}

/** @param {BrowserName} name @param {Browser | null | undefined} before @returns {Browser | undefined} */
function keep(name, before) {
  return own(name) ?? (before?.kind === "system" && isProgram(before.path) ? before : undefined);
}

/**
 * Returns Playwright's own browser, if it is installed in the version that the installed Playwright requires.
 * @param {BrowserName} name
 * @returns {Browser | undefined}
 */
function own(name) {
  const list = join(root, "node_modules", "playwright-core", "browsers.json");
  if (!existsSync(list)) return undefined;
  /** @type {{ browsers: { name: string, revision: string }[] }} */
  const { browsers } = JSON.parse(readFileSync(list, "utf8"));
  const revision = browsers.find((browser) => browser.name === known[name].own)?.revision;
  const folder = join(ownFolder(), `${known[name].own.replaceAll("-", "_")}-${revision}`);
  return existsSync(join(folder, "INSTALLATION_COMPLETE")) ? { kind: "playwright" } : undefined;
}

/** Returns the folder where Playwright stores browsers (https://playwright.dev/docs/browsers#managing-browser-binaries). */
function ownFolder() {
  const { PLAYWRIGHT_BROWSERS_PATH: told } = process.env;
  if (told === "0") return join(root, "node_modules", "playwright-core", ".local-browsers");
  if (told) return told;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "ms-playwright");
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ms-playwright");
}

/** @param {BrowserName} name @returns {Browser | undefined} */
function ofSystem(name) {
  const path = onPath(...known[name].programs);
  return path ? { kind: "system", path } : undefined;
}

/** @param {(line: string) => void} log */
async function installOwn(log) {
  if (!(await reachable(downloadHost))) throw new Error(`${new URL(downloadHost).host} is unreachable`);
  log("browsers: installing Playwright's Chromium and Firefox");
  // With the required system libraries, if this process may install them.
  const cli = join(root, "node_modules", "playwright", "cli.js");
  const args = [cli, "install", ...(canInstall() ? ["--with-deps"] : []), known.chromium.own, known.firefox.own];
  await run(process.execPath, args, { what: "browsers: installing", log, timeoutMs: 10 * 60_000 });
}

/** @param {(line: string) => void} log */
async function installDebian(log) {
  if (!canInstall()) throw new Error("not a Debian system or not root");
  const missing = Object.values(known).filter(({ programs }) => !onPath(...programs));
  const packages = missing.map(({ debian }) => debian);
  log(`browsers: installing ${packages.join(" and ")}`);
  await aptInstall(packages, { what: "browsers: installing", log });
}

/**
 * Without any font, Linux renders every letter as a box.
 * @param {(line: string) => void} log
 */
export async function setUpFonts(log) {
  if (fontsAreThere()) return;
  const packages = ["fonts-liberation", "fonts-dejavu-core"];
  try {
    if (!canInstall()) throw new Error("not a Debian system or not root");
    log("fonts: installing");
    await aptInstall(packages, { what: "fonts: installing", log });
  } catch (error) {
    log(`fonts: none there (${oneLine(error)}); text shows as boxes until: apt-get install ${packages.join(" ")}`);
  }
}

/** @returns {boolean} whether there is a font; systems other than Linux come with fonts */
export function fontsAreThere() {
  if (process.platform !== "linux") return true;
  const folders = ["/usr/share/fonts", "/usr/local/share/fonts", join(homedir(), ".fonts")];
  folders.push(join(process.env.XDG_DATA_HOME ?? join(homedir(), ".local/share"), "fonts"));
  return folders.some(hasFont);
}

/** @param {string} folder */
function hasFont(folder) {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|ttc|pfb)$/i.test(String(name)));
}
