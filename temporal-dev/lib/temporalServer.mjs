// The production Temporal server and the tool that creates its tables. Built on demand, for tests with several machines.
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { cacheDir, isProgram } from "./paths.mjs";
import { run, SetupError } from "./run.mjs";

/** The same version as in the development server of the `temporal` command. */
export const temporalServerVersion = "1.29.1";

/** Name of the program, and its package in the server's module. `go install` names a program after its folder. */
const PROGRAMS = {
  server: { name: "temporal-server", folder: "server" },
  sqlTool: { name: "temporal-sql-tool", folder: "tools/sql" },
};

/**
 * @param {(line: string) => void} log
 * @returns {Promise<{ server: string, sqlTool: string }>} paths of the programs
 * @throws {SetupError} if they are missing and cannot be built
 */
export async function setUpTemporalServer(log) {
  // One after the other: at the same time they would need twice the memory, and the second reuses what the first compiled.
  const server = await setUpProgram(PROGRAMS.server, log);
  const sqlTool = await setUpProgram(PROGRAMS.sqlTool, log);
  return { server, sqlTool };
}

/** @param {{ name: string, folder: string }} program @param {(line: string) => void} log */
async function setUpProgram({ name, folder }, log) {
  const target = join(cacheDir(), "bin", `${name}-${temporalServerVersion}`);
  if (isProgram(target)) return target;
  const go = findGo();
  if (!go) throw new SetupError("The Temporal server on PostgreSQL is built with Go (1.24 or newer), which is missing");
  log(`Temporal: building ${name} with Go (once; 2 to 8 minutes)`);
  const goPackage = `go.temporal.io/server/cmd/${folder}@v${temporalServerVersion}`;
  await putInPlace(target, async (place) => {
    const args = ["install", "-trimpath", "-ldflags", "-s -w", goPackage];
    await run(go, args, { what: `Temporal: building ${name}`, log, env: { GOBIN: place } });
    return join(place, folder.split("/").at(-1) ?? "");
  });
  return target;
}
