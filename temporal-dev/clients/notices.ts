// Collects the licences of bundled packages, which must be distributed with the bundle.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Returns one text with the licences of all packages that `sources` (below `root`) come from, sorted by name. */
export async function noticesOf(root: string, sources: readonly string[]): Promise<string> {
  const folders = new Set(sources.flatMap((source) => packageFolder(source) ?? []));
  const texts = await Promise.all([...folders].sort().map((folder) => noticeOf(path.join(root, folder))));
  return `This package contains the following packages of others.\n\n${texts.join("\n")}`;
}

/** Returns the package folder of a file: "node_modules/a/node_modules/@b/c". */
function packageFolder(source: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? null;
}

async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  const heading = `${manifest.name} ${manifest.version} (${manifest.license})`;
  return `${"-".repeat(80)}\n${heading}\n\n${texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n")}\n`;
}
