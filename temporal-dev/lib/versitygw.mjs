// versitygw: a file-based S3 server for tests and benchmarks of the artifact store. Built on demand.
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { cacheDir, isProgram, onPath } from "./paths.mjs";
import { run, SetupError } from "./run.mjs";

const version = "1.8.0";
const goPackage = `github.com/versity/versitygw/cmd/versitygw@v${version}`;

/**
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the program
 * @throws {SetupError} if it is missing and cannot be built
 */
export async function setUpVersitygw(log) {
  const target = join(cacheDir(), "bin", `versitygw-${version}`);
  const there = [target, onPath("versitygw")].find(isProgram);
  if (there) return there;
  const go = findGo();
  if (!go)
    throw new SetupError("The S3 server of tests and benches is built with Go (1.24 or newer), which is missing");
  log("S3: building versitygw with Go (once; 2 to 8 minutes)");
  await putInPlace(target, async (folder) => {
    await run(go, ["install", "-ldflags", "-s -w", goPackage], { what: "S3: building", log, env: { GOBIN: folder } });
    return join(folder, "versitygw");
  });
  return target;
}
