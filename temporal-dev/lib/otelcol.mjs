// A real OpenTelemetry Collector for the test of the traces, built from ../otelcol on demand.

import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGo, putInPlace } from "./go.mjs";
import { cacheDir, isProgram, root } from "./paths.mjs";
import { run } from "./run.mjs";

/** Collector modules have two versions: one for stable modules, one for the rest. */
const stable = "1.34.0";
const rest = "0.128.0";
const collector = "go.opentelemetry.io/collector";
const modules = {
  [`${collector}/component`]: stable,
  [`${collector}/confmap`]: stable,
  [`${collector}/confmap/provider/envprovider`]: stable,
  [`${collector}/confmap/provider/fileprovider`]: stable,
  [`${collector}/receiver`]: stable,
  [`${collector}/exporter`]: rest,
  [`${collector}/otelcol`]: rest,
  [`${collector}/receiver/otlpreceiver`]: rest,
  "github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter": rest,
};
const source = join(root, "temporal-dev", "otelcol", "main.go");

/**
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<{ path: string } | { path: null, why: string }>}
 */
export async function getCollector({ log }) {
  const hash = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 8);
  const target = join(cacheDir(), "bin", `otelcol-${rest}-${hash}`);
  if (isProgram(target)) return { path: target };
  const go = findGo();
  if (!go) return { path: null, why: "it is built with Go (1.24 or newer), which is missing" };
  try {
    log("OpenTelemetry Collector: building with Go (once; 2 to 8 minutes)");
    await putInPlace(target, async (folder) => {
      const wanted = Object.entries(modules).map(([name, version]) => `\t${name} v${version}`);
      // Not next to the source, where its go.sum would add 600 lines that nobody reads.
      writeFileSync(join(folder, "go.mod"), `module otelcol\n\ngo 1.24\n\nrequire (\n${wanted.join("\n")}\n)\n`);
      copyFileSync(source, join(folder, "main.go"));
      const program = join(folder, "otelcol");
      const flags = ["-mod=mod", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program];
      await run(go, ["build", ...flags, "."], { what: "OpenTelemetry Collector: building", log, cwd: folder });
      return program;
    });
    return { path: target };
  } catch (error) {
    return { path: null, why: error instanceof Error ? error.message : String(error) };
  }
}
