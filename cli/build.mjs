// Makes what `npm pack` packs: one JavaScript file a lazily loaded part, for any Node from 20 on, which runs no TypeScript of packages.
import { chmod, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await rm(here("dist"), { recursive: true, force: true });
await build({
  entryPoints: [here("plumbline.ts")],
  inject: [here("newerNode.mjs")],
  outdir: here("dist"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  legalComments: "none",
  logLevel: "warning",
});
await chmod(here("dist/plumbline.js"), 0o755);

/** The package must name what it loads, in the versions that the tests ran with. */
const { dependencies } = JSON.parse(await readFile(here("../package.json"), "utf8"));
const own = JSON.parse(await readFile(here("package.json"), "utf8"));
const wrong = Object.entries(own.dependencies).filter(([name, version]) => dependencies[name] !== version);
if (wrong.length > 0) throw new Error(`cli/package.json has other versions than package.json: ${wrong.join("; ")}`);
