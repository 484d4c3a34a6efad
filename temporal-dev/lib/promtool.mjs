// promtool of Prometheus, for tests of the metrics and the alert rules. Built on demand.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { cacheDir, isProgram, onPath } from "./paths.mjs";
import { run } from "./run.mjs";

// Prometheus 3.x has the module version 0.3xx.
const version = "0.305.0";
const goModule = "github.com/prometheus/prometheus";

/**
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<{ path: string } | { path: null, why: string }>}
 */
export async function getPromtool({ log }) {
  const target = join(cacheDir(), "bin", `promtool-${version}`);
  const there = [target, onPath("promtool")].find(isProgram);
  if (there) return { path: there };
  const go = findGo();
  if (!go) return { path: null, why: "it is built with Go, which is missing" };
  try {
    await putInPlace(target, async (folder) => {
      // `go install` refuses a module whose go.mod excludes versions, as this one does, so it is built as a dependency.
      writeFileSync(join(folder, "go.mod"), `module promtool\n\ngo 1.24\n\nrequire ${goModule} v${version}\n`);
      const options = { what: "promtool: building", log, cwd: folder };
      const program = join(folder, "promtool");
      const flags = ["-mod=mod", "-tags", "remove_all_sd", "-ldflags", "-s -w", "-o", program];
      await run(go, ["build", ...flags, `${goModule}/cmd/promtool`], options);
      return program;
    });
    return { path: target };
  } catch (error) {
    return { path: null, why: error instanceof Error ? error.message : String(error) };
  }
}
