// MongoDB: an existing server, a mongod program, or the embedded database built from ../ferretdb.
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { reachable } from "./net.mjs";
import { cacheDir, isProgram, onPath, root } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

const downloadHost = process.env.MONGOMS_DOWNLOAD_MIRROR ?? "https://fastdl.mongodb.org";
const downloadLimitMs = 5 * 60_000;
const sources = join(root, "temporal-dev", "ferretdb");

/** @typedef {{ kind: "external", uri: string } | { kind: "mongod" | "embedded", path: string }} MongoPart */

/**
 * @param {MongoPart | undefined} before what an earlier set-up chose
 * @returns {MongoPart | undefined} the one that already exists
 */
export function mongoThere(before) {
  const uri = process.env.MONGODB_URI;
  if (uri) return { kind: "external", uri };
  const installed = onPath("mongod");
  if (installed) return { kind: "mongod", path: installed };
  if (before?.kind === "mongod" && isProgram(before.path)) return before;

  const target = embeddedPath();
  return isProgram(target) ? { kind: "embedded", path: target } : undefined;
}

/**
 * @param {(line: string) => void} log
 * @param {MongoPart | undefined} before what an earlier set-up chose
 * @returns {Promise<MongoPart>}
 * @throws {SetupError}
 */
export async function setUpMongo(log, before) {
  const there = mongoThere(before);
  if (there) return there;
  const target = embeddedPath();
  const reasons = [];
  try {
    return { kind: "mongod", path: await downloadMongod(log) };
  } catch (error) {
    reasons.push(oneLine(error));
  }
  try {
    await putInPlace(target, (folder) => build(folder, log));
    return { kind: "embedded", path: target };
  } catch (error) {
    reasons.push(oneLine(error));
  }
  throw new SetupError(
    `MongoDB cannot be set up (${reasons.join("; ")}): install mongod or Go 1.24, or set MONGODB_URI to a running server`,
  );
}

/** @returns {string} path of the embedded database built from exactly these sources, whether or not it exists yet */
export function embeddedPath() {
  const hash = createHash("sha256");
  const files = readdirSync(sources).filter((name) => /\.go$|^go\.(mod|sum)$|^patches\.json$/.test(name));
  for (const name of files.sort()) hash.update(`${name}\n`).update(readFileSync(join(sources, name)));
  return join(cacheDir(), "bin", `plumbline-ferretdb-${hash.digest("hex").slice(0, 12)}`);
}

/** @param {(line: string) => void} log */
async function downloadMongod(log) {
  if (!(await reachable(downloadHost))) throw new Error(`${new URL(downloadHost).host} is unreachable`);
  if (!existsSync(join(root, "node_modules", "mongodb-memory-server-core"))) throw new Error("no downloader installed");
  log("MongoDB: downloading mongod");
  const entry = createRequire(join(root, "package.json")).resolve("mongodb-memory-server-core");
  const script = `const { MongoBinary } = require(${JSON.stringify(entry)});
    MongoBinary.getPath({ downloadDir: ${JSON.stringify(join(cacheDir(), "mongod"))} })
      .then((path) => console.log("at " + path), (error) => { console.error(String(error)); process.exit(1); });`;
  // A separate process, so that the time limit ends it whatever it is waiting for.
  const options = { what: "MongoDB: downloading", log, timeoutMs: downloadLimitMs };
  const path = /^at (.+)$/m.exec(await run(process.execPath, ["-e", script], options))?.[1];
  if (!path) throw new Error("the download contained no program");
  await run(path, ["--version"], { what: "MongoDB: checking the download", log, timeoutMs: 15_000 });
  return path;
}

/** @param {string} folder @param {(line: string) => void} log */
async function build(folder, log) {
  const go = findGo();
  if (!go) throw new Error("there is no Go (1.24 or newer) to build the embedded database with");
  log("MongoDB: building the embedded database with Go (once; 1 to 3 minutes)");
  const program = join(folder, "ferretdb");
  // Excludes FerretDB's PostgreSQL support; -trimpath and -s -w halve the size of the program.
  const flags = [
    "-modfile",
    await patched(go, folder, log),
    "-tags",
    "ferretdb_no_postgresql",
    "-trimpath",
    "-buildvcs=false",
    "-ldflags",
    "-s -w",
  ];
  await run(go, ["build", ...flags, "-o", program, "."], { what: "MongoDB: building", log, cwd: sources });
  return program;
}

/**
 * Creates a patched copy of FerretDB for this build; patches.json says what and why. A plain `go build` results in the same program, only
 * slower on large collections.
 * @param {string} go @param {string} folder @param {(line: string) => void} log
 * @returns {Promise<string>} the go.mod file that replaces FerretDB with the copy
 */
async function patched(go, folder, log) {
  const module = "github.com/FerretDB/FerretDB";
  await run(go, ["mod", "download", module], { what: "MongoDB: downloading the embedded database", log, cwd: sources });
  const args = ["list", "-m", "-f", "{{.Dir}}", module];
  const home = (await run(go, args, { what: "MongoDB: building", log, cwd: sources })).trim();
  const copy = join(folder, "FerretDB");
  for (const part of ["go.mod", "build/version", "ferretdb", "internal"]) {
    cpSync(join(home, part), join(copy, part), { recursive: true });
  }
  /** @type {{ file: string, from: string[], to: string[] }[]} */
  const patches = JSON.parse(readFileSync(join(sources, "patches.json"), "utf8"));
  for (const { file, from, to } of patches) {
    const path = join(copy, file);
    const pieces = readFileSync(path, "utf8").split(from.join("\n"));
    if (pieces.length !== 2) throw new Error(`the patch of ${file} does not fit this version of FerretDB`);
    chmodSync(path, 0o644); // Go's module files are read-only
    writeFileSync(path, pieces.join(to.join("\n")));
  }
  const modFile = join(folder, "patched.mod");
  const own = readFileSync(join(sources, "go.mod"), "utf8");
  writeFileSync(modFile, `${own}\nreplace ${module} => ${JSON.stringify(copy)}\n`);
  cpSync(join(sources, "go.sum"), join(folder, "patched.sum"));
  return modFile;
}
