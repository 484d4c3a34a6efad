// Sets up what Plumbline needs on this machine. Idempotent; takes less than a second if everything is there.
// Runs before node_modules exists, so it uses only Node's standard library, from Node 20 on.
//
// Usage: node temporal-dev/setup.mjs [--refresh]    (--refresh: ignore what an earlier set-up chose)
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browsersAreThere, fontsAreThere, setUpBrowsers, setUpFonts } from "./lib/browsers.mjs";
import { clientsAreThere, setUpClients } from "./lib/clients.mjs";
import { mongoThere, setUpMongo } from "./lib/mongo.mjs";
import { missingOptional, setUpNodeDeps, whatIsMissing } from "./lib/node-deps.mjs";
import { cacheDir } from "./lib/paths.mjs";
import { oneLine, SetupError } from "./lib/run.mjs";
import { setUpTemporal, temporalThere } from "./lib/temporal.mjs";
import { runTogether } from "./lib/together.mjs";
import { setUpWeb, webIsThere } from "./lib/web.mjs";

/** @typedef {"packages" | "web" | "clients" | "temporal" | "mongo" | "browsers" | "fonts"} PartName */
/** @typedef {import("./setup.d.mts").Setup} Setup */

/** @typedef {{ setup: Setup, before: Setup, log: (line: string) => void }} Doing */
/**
 * In the order in which they are listed. `after`: dependencies. Only installing packages and the Go builds use both cores for long;
 * downloads, apt and the bundlers run at the same time. The two Go builds run one after the other: at the same time they
 * would need twice the memory and finish no sooner.
 * @type {Readonly<Record<PartName, {
 *   title: string, about: string, after: readonly PartName[],
 *   isThere: (before: Setup) => boolean, run: (doing: Doing) => Promise<unknown>,
 * }>>}
 */
const PARTS = {
  packages: {
    title: "npm packages",
    about: "1 to 2 min",
    after: [],
    isThere: () => whatIsMissing() === undefined && missingOptional().length === 0,
    run: ({ log }) => setUpNodeDeps(log),
  },
  web: {
    title: "dashboard",
    about: "10 to 20 s",
    after: ["packages"],
    isThere: webIsThere,
    run: ({ log }) => setUpWeb(log),
  },
  clients: {
    title: "packages for clients",
    about: "5 s",
    after: ["packages", "web"],
    isThere: clientsAreThere,
    run: ({ log }) => setUpClients(log),
  },
  temporal: {
    title: "Temporal",
    about: "10 s to download, 2 to 8 min to build",
    after: [],
    isThere: () => temporalThere() !== undefined,
    async run({ setup, log }) {
      setup.temporal = await setUpTemporal(log);
    },
  },
  mongo: {
    title: "MongoDB",
    about: "30 s to download, 1 to 3 min to build",
    // Its downloader is one of the npm packages.
    after: ["packages", "temporal"],
    isThere: ({ mongo }) => mongoThere(mongo) !== undefined,
    async run({ setup, before, log }) {
      setup.mongo = await setUpMongo(log, before.mongo);
    },
  },
  browsers: {
    title: "browsers",
    about: "1 min",
    after: ["packages"],
    isThere: ({ browsers }) => browsersAreThere(browsers),
    async run({ setup, before, log }) {
      setup.browsers = await setUpBrowsers(log, before.browsers);
    },
  },
  // apt can install only one thing at a time.
  fonts: {
    title: "fonts",
    about: "10 s",
    after: ["browsers"],
    isThere: fontsAreThere,
    run: ({ log }) => setUpFonts(log),
  },
};
const everything = /** @type {PartName[]} */ (Object.keys(PARTS));
/**
 * Parts that always run: either they report which of several choices was found, or only their build knows whether its sources changed. For
 * all others it would be a second check.
 */
const ALWAYS = new Set(/** @type {PartName[]} */ (["clients", "temporal", "mongo", "browsers"]));

/**
 * Ensures that the parts exist and returns where they are. The choice is stored in <cache>/setup.json.
 * @param {{ parts?: readonly PartName[], log?: (line: string) => void, refresh?: boolean }} [options]
 * @returns {Promise<Setup>} the requested parts, and what is known about the others
 * @throws {SetupError} one line: what is missing, why, and the command that fixes it
 */
export async function setUp({ parts = everything, log = () => {}, refresh = false } = {}) {
  const before = refresh ? {} : readSetup();
  /** @type {Setup} */
  const setup = { ...before };
  const missing = parts.filter((name) => !PARTS[name].isThere(before));
  if (missing.length > 0) {
    const names = missing.map((name) => `${PARTS[name].title} (${PARTS[name].about})`);
    log(`missing: ${names.join(", ")}`);
    log("in parallel where possible; stopping is safe, because finished parts are kept");
  }
  await runTogether(
    Object.fromEntries(
      parts.map((name) => [
        name,
        {
          after: PARTS[name].after,
          run: async () => {
            if (missing.includes(name) || ALWAYS.has(name)) await timed(name, { setup, before, log }, missing);
          },
        },
      ]),
    ),
  );
  writeSetup(setup, before);
  return setup;
}

/** @param {PartName} name @param {Doing} doing @param {readonly PartName[]} missing */
async function timed(name, doing, missing) {
  const began = performance.now();
  await PARTS[name].run(doing);
  if (missing.includes(name)) doing.log(`${PARTS[name].title}: done in ${formatDuration(performance.now() - began)}`);
}

/** @param {number} ms */
function formatDuration(ms) {
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** @returns {Setup} what the last set-up chose; empty if there was none */
export function readSetup() {
  try {
    return JSON.parse(readFileSync(join(cacheDir(), "setup.json"), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Servers set by the environment are not stored: they apply only to this call, and a URI may contain a password.
 * @param {Setup} setup @param {Setup} before
 */
function writeSetup(setup, before) {
  const kept = Object.entries(setup).filter(([, part]) => part && !("kind" in part && part.kind === "external"));
  const text = JSON.stringify(Object.fromEntries(kept), null, 2);
  if (text === JSON.stringify(before, null, 2)) return;
  mkdirSync(cacheDir(), { recursive: true });
  const draft = join(cacheDir(), `setup.json.${process.pid}`);
  writeFileSync(draft, `${text}\n`);
  renameSync(draft, join(cacheDir(), "setup.json"));
}

/** @param {{ kind: string, path?: string, address?: string, uri?: string } | null | undefined} part */
function describe(part) {
  if (!part) return "none";
  // A URI may contain a password, so show only the host.
  const uri = part.uri?.replace(/^(\w[\w+]*:\/\/)[^@/]*@/, "$1").replace(/\?.*/, "");
  return [part.kind, part.path ?? part.address ?? uri].filter(Boolean).join(" ");
}

/**
 * Sets up everything, prints the result, and exits with 1 if something is missing.
 * @param {{ refresh?: boolean, more?: (log: (line: string) => void) => Promise<void> }} [options] `more`: runs at the end
 */
export async function setUpAndTell({ refresh = false, more } = {}) {
  const started = performance.now();
  const log = (/** @type {string} */ line) => console.log(`setup: ${line}`);
  try {
    const { temporal, mongo, browsers } = await setUp({ log, refresh });
    log(`Temporal: ${describe(temporal)}`);
    log(`MongoDB: ${describe(mongo)}`);
    log(`browsers: Chromium ${describe(browsers?.chromium)}, Firefox ${describe(browsers?.firefox)}`);
    await more?.(log);
    log(`done in ${formatDuration(performance.now() - started)}`);
  } catch (error) {
    console.error(`setup: ${error instanceof SetupError ? oneLine(error) : error}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await setUpAndTell({ refresh: process.argv.includes("--refresh") });
