// Temporal: a server that runs already, or the `temporal` command, whose start-dev is the local server.
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { download } from "./net.mjs";
import { cacheDir, isProgram, onPath } from "./paths.mjs";
import { oneLine, run, SetupError } from "./run.mjs";

// The newest that `go install` takes: later ones have a replace directive in go.mod, which it refuses.
const goPackage = "github.com/temporalio/cli/cmd/temporal@v1.5.1";

/** @typedef {{ kind: "external", address: string } | { kind: "cli", path: string }} TemporalPart */

/**
 * @param {(line: string) => void} log
 * @returns {Promise<TemporalPart>}
 * @throws {SetupError}
 */
export async function setUpTemporal(log) {
  const address = process.env.TEMPORAL_ADDRESS;
  if (address) return { kind: "external", address };
  const installed = onPath("temporal");
  if (installed) return { kind: "cli", path: installed };

  const target = join(cacheDir(), "bin", "temporal");
  if (isProgram(target)) return { kind: "cli", path: target };
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
  log("Temporal: trying the official download");
  const archive = join(folder, "temporal.tar.gz");
  try {
    await download(`https://temporal.download/cli/archive/latest?platform=${process.platform}&arch=${arch}`, archive);
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
