// Temporal: an existing server, or the `temporal` command, whose start-dev is the local server.
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { download } from "./net.mjs";
import { cacheDir, isProgram, onPath } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

// The newest version that `go install` accepts; later ones have a replace directive in go.mod, which it refuses.
const version = "1.5.1";
const goPackage = `github.com/temporalio/cli/cmd/temporal@v${version}`;

/** SHA-256 of the release archives, by platform and architecture. Without one, the program is built from source. */
export const CHECKSUMS = /** @type {Readonly<Record<string, string>>} */ ({
  "linux-amd64": "ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d",
  "linux-arm64": "bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5",
  "darwin-amd64": "bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9",
  "darwin-arm64": "cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415",
});

/** @typedef {{ kind: "external", address: string } | { kind: "cli", path: string }} TemporalPart */

/** @returns {TemporalPart | undefined} the one that already exists */
export function temporalThere() {
  const address = process.env.TEMPORAL_ADDRESS;
  if (address) return { kind: "external", address };
  const path = [onPath("temporal"), targetPath()].find(isProgram);
  return path === undefined ? undefined : { kind: "cli", path };
}

const targetPath = () => join(cacheDir(), "bin", "temporal");

/**
 * @param {(line: string) => void} log
 * @returns {Promise<TemporalPart>}
 * @throws {SetupError}
 */
export async function setUpTemporal(log) {
  const there = temporalThere();
  if (there) return there;
  const target = targetPath();
  const reasons = [];
  for (const fetchIt of [official, build]) {
    try {
      await putInPlace(target, (folder) => fetchIt(folder, log));
      return { kind: "cli", path: target };
    } catch (error) {
      reasons.push(oneLine(error));
    }
  }
  throw new SetupError(
    `Temporal cannot be set up (${reasons.join("; ")}): install the temporal command from ` +
      "https://docs.temporal.io/cli, or set TEMPORAL_ADDRESS to a running server",
  );
}

/** @param {string} folder @param {(line: string) => void} log */
async function official(folder, log) {
  const arch = { x64: "amd64", arm64: "arm64" }[process.arch] ?? process.arch;
  const platform = `${process.platform}-${arch}`;
  const sha256 = CHECKSUMS[platform];
  if (!sha256) throw new Error(`there is no official download for ${platform}`);
  log("Temporal: trying the official download");
  const archive = join(folder, "temporal.tar.gz");
  const name = `temporal_cli_${version}_${platform.replace("-", "_")}.tar.gz`;
  try {
    await download(`https://github.com/temporalio/cli/releases/download/v${version}/${name}`, archive, { sha256 });
  } catch (error) {
    throw new Error(`the official download failed: ${oneLine(error)}`);
  }
  await run("tar", ["-xzf", archive, "-C", folder, "temporal"], { what: "Temporal: unpacking", log });
  const program = join(folder, "temporal");
  await run(program, ["--version"], { what: "Temporal: checking the download", log, timeoutMs: 15_000 });
  return program;
}

/** @param {string} folder @param {(line: string) => void} log */
async function build(folder, log) {
  const go = findGo();
  if (!go) throw new Error("there is no Go (1.24 or newer) to build it with");
  log("Temporal: building the temporal command with Go (once; 2 to 8 minutes)");
  await run(go, ["install", goPackage], { what: "Temporal: building", log, env: { GOBIN: folder } });
  return join(folder, "temporal");
}
