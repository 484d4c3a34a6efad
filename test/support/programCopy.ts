// Copies the whole program with a change in its workflows: another build, whose processes run next to those of this checkout.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./oldProgram.ts";

const COPIED = [
  "activities",
  "api",
  "browsers",
  "cli",
  "domain",
  "mcp",
  "models",
  "platform",
  "temporal-dev",
  "workers",
  "workflows",
];
/** Linked instead of copied: large and only read. */
const LINKED = ["assets", "node_modules", "web"];

export type ProgramCopy = { root: string; remove(): Promise<void> };

/** Its workflows decide the same way; only their sources differ. */
export async function copyProgram(marker: string): Promise<ProgramCopy> {
  const root = await mkdtemp(path.join(tmpdir(), "plumbline-copy-"));
  await Promise.all([
    ...COPIED.map((part) => cp(path.join(ROOT, part), path.join(root, part), { recursive: true })),
    ...LINKED.map((part) => symlink(path.join(ROOT, part), path.join(root, part))),
    cp(path.join(ROOT, "package.json"), path.join(root, "package.json")),
  ]);
  const file = path.join(root, "workflows/tellVerdicts.ts");
  await writeFile(file, `${await readFile(file, "utf8")}\nexport const MARKER = ${JSON.stringify(marker)};\n`);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
