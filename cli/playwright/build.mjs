// Makes what `npm pack` packs: the package for tests that import, and for those that require.
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await rm(here("dist"), { recursive: true, force: true });
for (const [format, extension] of [
  ["esm", ".js"],
  ["cjs", ".cjs"],
])
  await build({
    entryPoints: [here("index.ts"), here("reporter.ts")],
    inject: [here("../newerNode.mjs")],
    outdir: here("dist"),
    outExtension: { ".js": extension },
    bundle: true,
    format,
    platform: "node",
    target: "node20",
    packages: "external",
    legalComments: "none",
    logLevel: "warning",
  });

/** The package must name what it loads, in the versions that the tests ran with. */
const { dependencies } = JSON.parse(await readFile(here("../../package.json"), "utf8"));
const own = JSON.parse(await readFile(here("package.json"), "utf8"));
const wrong = Object.entries(own.dependencies).filter(([name, version]) => dependencies[name] !== version);
if (wrong.length > 0)
  throw new Error(`cli/playwright/package.json has other versions than package.json: ${wrong.join("; ")}`);
