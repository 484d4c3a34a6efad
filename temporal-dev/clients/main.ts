// Builds the packages that the service serves at /cli.tgz and /playwright.tgz, if their sources have changed. `npm run build:clients`
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ClientPackage } from "../../domain/clientPackages.ts";
import { BUNDLES, bundle, ROOT } from "./bundle.ts";
import { tarballOf } from "./tarball.ts";

const FOLDER = path.join(ROOT, "cli", "dist");
/** Sources of the last build with their hashes. */
const STAMP = path.join(FOLDER, "sources.json");
/** Files that affect the packages in addition to the sources that esbuild reports. */
const RULES = ["package-lock.json", "temporal-dev/clients/bundle.ts", "temporal-dev/clients/tarball.ts"];

if (await isCurrent()) process.stdout.write("packages: up to date\n");
else await buildAll();

async function buildAll(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const sources = new Set(RULES);
  const served: ClientPackage[] = [];
  for (const one of BUNDLES) {
    const { manifest, files, sources: from } = await bundle(one);
    for (const source of from) if (!source.startsWith("node_modules/")) sources.add(source);
    const bytes = tarballOf(files);
    await put(one.file, bytes);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const { name, version, description } = manifest;
    served.push({ name, version, description, file: one.file, bytes: bytes.length, integrity });
    process.stdout.write(`packages: ${name} ${version}, ${Math.ceil(bytes.length / 1024)} KB\n`);
  }
  await put("packages.json", `${JSON.stringify(served, null, 2)}\n`);
  const hashes = await Promise.all([...sources].sort().map(async (source) => [source, await hashOf(source)]));
  await put("sources.json", JSON.stringify(Object.fromEntries(hashes)));
}

/** Returns whether the output exists and none of its sources has changed since the last build. */
async function isCurrent(): Promise<boolean> {
  try {
    for (const { file } of BUNDLES) await access(path.join(FOLDER, file));
    const stamp = JSON.parse(await readFile(STAMP, "utf8")) as Record<string, string>;
    for (const [source, hash] of Object.entries(stamp)) if ((await hashOf(source)) !== hash) return false;
    return true;
  } catch {
    return false;
  }
}

async function hashOf(source: string): Promise<string> {
  const bytes = await readFile(path.join(ROOT, source));
  return createHash("sha256").update(bytes).digest("hex");
}

/** Writes atomically, because two builds may run at the same time and readers must see a complete file. */
async function put(name: string, content: string | Uint8Array): Promise<void> {
  const draft = path.join(FOLDER, `${name}.${process.pid}.tmp`);
  try {
    await writeFile(draft, content);
    await rename(draft, path.join(FOLDER, name));
  } finally {
    await rm(draft, { force: true });
  }
}
