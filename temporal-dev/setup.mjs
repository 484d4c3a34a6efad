// Sets up what Plumbline needs on this machine. Idempotent; under a second when all is there.
// Runs before node_modules exists: nothing but Node's own library, from Node 20 on.
//
// Usage: node temporal-dev/setup.mjs [--refresh]    (--refresh: choose again, forget what an earlier set-up chose)
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browsersAreThere, fontsAreThere, setUpBrowsers, setUpFonts } from "./lib/browsers.mjs";
import { clientsAreThere, setUpClients } from "./lib/clients.mjs";
import { mongoThere, setUpMongo } from "./lib/mongo.mjs";
import { setUpNodeDeps, whatIsMissing } from "./lib/node-deps.mjs";
import { cacheDir } from "./lib/paths.mjs";
import { oneLine, SetupError } from "./lib/run.mjs";
import { setUpTemporal, temporalThere } from "./lib/temporal.mjs";
import { runTogether } from "./lib/together.mjs";
import { setUpWeb, webIsThere } from "./lib/web.mjs";

/** @typedef {"packages" | "web" | "clients" | "temporal" | "mongo" | "browsers" | "fonts"} PartName */
/** @typedef {import("./setup.d.mts").Setup} Setup */

/** @typedef {{ setup: Setup, before: Setup, log: (line: string) => void }} Doing */
/**
 * In the order in which they are listed. `after`: what must be done first. Only installing packages and the Go builds use both cores for long;
 * downloads, apt and the bundlers run beside them. The two Go builds come one after the other: together they would
 * need twice the memory and end no sooner.
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
    isThere: () => whatIsMissing() === undefined,
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
    // Its downloader is one of the packages.
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
  // apt installs one thing at a time.
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
 * Parts that run also where they are there: they say which of several choices was found, or their build alone knows whether its sources
 * changed. The others would only check a second time.
 */
const ALWAYS = new Set(/** @type {PartName[]} */ (["clients", "temporal", "mongo", "browsers"]));

/**
 * Makes sure that the parts are there and says where. The choice is kept in <cache>/setup.json.
 * @param {{ parts?: readonly PartName[], log?: (line: string) => void, refresh?: boolean }} [options]
 * @returns {Promise<Setup>} the parts asked for, and what is known of the others
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
    log("side by side where they can be; stopping is safe, since each part that is done stays");
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

/** @returns {Setup} what the last set-up chose; empty when there was none */
export function readSetup() {
  try {
    return JSON.parse(readFileSync(join(cacheDir(), "setup.json"), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Servers named by the environment are left out: they are for this call only, and a URI may carry a password.
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
  // A URI may carry a password: name the host only.
  const uri = part.uri?.replace(/^(\w[\w+]*:\/\/)[^@/]*@/, "$1").replace(/\?.*/, "");
  return [part.kind, part.path ?? part.address ?? uri].filter(Boolean).join(" ");
}

/**
 * Sets up everything, prints what there is, and ends the process with 1 where something is missing.
 * @param {{ refresh?: boolean, more?: (log: (line: string) => void) => Promise<void> }} [options] `more`: what else is made at the end
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
