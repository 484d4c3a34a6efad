// Sets up what Plumbline needs on this machine. Idempotent; under a second when all is there.
// Runs before node_modules exists: nothing but Node's own library, from Node 20 on.
//
// Usage: node temporal-dev/setup.mjs [--refresh]    (--refresh: choose again, forget what an earlier set-up chose)
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setUpBrowsers, setUpFonts } from "./lib/browsers.mjs";
import { setUpClients } from "./lib/clients.mjs";
import { setUpMongo } from "./lib/mongo.mjs";
import { setUpNodeDeps } from "./lib/node-deps.mjs";
import { cacheDir } from "./lib/paths.mjs";
import { oneLine, SetupError } from "./lib/run.mjs";
import { setUpTemporal } from "./lib/temporal.mjs";
import { setUpWeb } from "./lib/web.mjs";

/** @typedef {"packages" | "web" | "clients" | "temporal" | "mongo" | "browsers" | "fonts"} PartName */
/** @typedef {import("./setup.d.mts").Setup} Setup */

const everything = /** @type {const} */ (["packages", "web", "clients", "temporal", "mongo", "browsers", "fonts"]);

/**
 * Makes sure that the parts are there and says where. The choice is kept in <cache>/setup.json.
 * @param {{ parts?: readonly PartName[], log?: (line: string) => void, refresh?: boolean }} [options]
 * @returns {Promise<Setup>} the parts asked for, and what is known of the others
 * @throws {SetupError} one line: what is missing, why, and the command that mends it
 */
export async function setUp({ parts = everything, log = () => {}, refresh = false } = {}) {
  const before = refresh ? {} : readSetup();
  /** @type {Setup} */
  const setup = { ...before };
  const wants = new Set(parts);
  if (wants.has("packages")) await setUpNodeDeps(log);
  if (wants.has("web")) await setUpWeb(log);
  if (wants.has("clients")) await setUpClients(log);
  if (wants.has("temporal")) setup.temporal = await setUpTemporal(log);
  if (wants.has("mongo")) setup.mongo = await setUpMongo(log, before.mongo);
  if (wants.has("browsers")) setup.browsers = await setUpBrowsers(log, before.browsers);
  if (wants.has("fonts")) await setUpFonts(log);
  writeSetup(setup, before);
  return setup;
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const started = performance.now();
  const log = (/** @type {string} */ line) => console.log(`setup: ${line}`);
  try {
    const { temporal, mongo, browsers } = await setUp({ log, refresh: process.argv.includes("--refresh") });
    log(`Temporal: ${describe(temporal)}`);
    log(`MongoDB: ${describe(mongo)}`);
    log(`browsers: Chromium ${describe(browsers?.chromium)}, Firefox ${describe(browsers?.firefox)}`);
    log(`done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`setup: ${error instanceof SetupError ? oneLine(error) : error}`);
    process.exitCode = 1;
  }
}
