// Writes down what the tools are: the tables of the README and the snapshots that the tests compare with. `npm run -s docs:tools`
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { toolSnapshot, toolTables } from "../api/tools/documents.ts";
import { TOOLS } from "../api/tools/registry.ts";

const readme = new URL("../README.md", import.meta.url);
const snapshots = new URL("../test/api/tools/snapshots/", import.meta.url);
const MARKED = /(<!-- tools:begin -->\n)[\s\S]*?(\n<!-- tools:end -->)/;

const before = await readFile(readme, "utf8");
if (!MARKED.test(before)) throw new Error("README.md has lost the markers tools:begin and tools:end.");
const after = before.replace(MARKED, (_, begin: string, end: string) => `${begin}${toolTables()}${end}`);
if (after !== before) await writeFile(readme, after);

await mkdir(snapshots, { recursive: true });
const named = new Set(TOOLS.map(({ name }) => `${name}.json`));
for (const file of await readdir(snapshots)) if (!named.has(file)) await rm(new URL(file, snapshots));
for (const tool of TOOLS)
  await writeFile(new URL(`${tool.name}.json`, snapshots), `${JSON.stringify(toolSnapshot(tool), null, 2)}\n`);
process.stdout.write(`${TOOLS.length} tools written down.\n`);
