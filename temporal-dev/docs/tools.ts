// Generates the tables of docs/tools.md and docs/tools-full.md, and the snapshots for the tests.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { TOOL_PAGES, toolSnapshot, toolTables } from "../../api/tools/documents.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { writeMarked } from "../marked.ts";

const snapshots = new URL("../../test/api/tools/snapshots/", import.meta.url);

export async function write(): Promise<string> {
  for (const { file, profile } of TOOL_PAGES) {
    const tools = TOOLS.filter((tool) => tool.profile === profile);
    await writeMarked(new URL(`../../${file}`, import.meta.url), "tools", toolTables(tools));
  }
  await mkdir(snapshots, { recursive: true });
  const named = new Set(TOOLS.map(({ name }) => `${name}.json`));
  for (const file of await readdir(snapshots)) if (!named.has(file)) await rm(new URL(file, snapshots));
  for (const tool of TOOLS)
    await writeFile(new URL(`${tool.name}.json`, snapshots), `${JSON.stringify(toolSnapshot(tool), null, 2)}\n`);
  return `${TOOLS.length} tools`;
}
