// Copies the workflows' sources with a change, to bundle them as another version of the program.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Replaces `from` with `to` in `file`. */
export type SourceChange = { file: string; from: string; to: string };
export type SourceCopy = {
  root: string;
  change(changes: readonly SourceChange[]): Promise<void>;
  restore(changes: readonly SourceChange[]): Promise<void>;
  remove(): Promise<void>;
};

export async function copySources(): Promise<SourceCopy> {
  const root = await mkdtemp(path.join(tmpdir(), "plumbline-sources-"));
  for (const part of ["workflows", "domain", "package.json"])
    await cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
  await symlink(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  return {
    root,
    /** Applies to the original, so earlier changes of the same file are discarded. Throws if a text does not occur exactly once. */
    async change(changes) {
      const texts = new Map<string, string>();
      for (const { file, from, to } of changes) {
        const text = texts.get(file) ?? (await readFile(path.join(ROOT, file), "utf8"));
        if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
        texts.set(
          file,
          text.replace(from, () => to),
        );
      }
      for (const [file, text] of texts) await writeFile(path.join(root, file), text);
    },
    async restore(changes) {
      for (const { file } of changes) await cp(path.join(ROOT, file), path.join(root, file));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
