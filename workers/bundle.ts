// The workflow bundle: made once for a state of the sources and kept, since bundling takes seconds of every start.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BundleOptions, bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from "@temporalio/worker";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Workflows import nothing of ours outside these. */
const SOURCES = ["workflows", "domain"];

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((e) => e.isFile() && /\.(ts|js)$/.test(e.name))
    .map((e) => path.join(e.parentPath, e.name))
    .sort();
}

/** Says which workflow code it is: the same for equal sources. */
export async function hashOfSources(root = ROOT): Promise<string> {
  const hash = createHash("sha256");
  const { version } = createRequire(import.meta.url)("@temporalio/worker/package.json") as { version: string };
  hash.update(version);
  for (const folder of SOURCES)
    for (const file of await filesBelow(path.join(root, folder))) {
      hash.update(path.relative(root, file));
      hash.update(await readFile(file));
    }
  return hash.digest("hex").slice(0, 24);
}

/** Bundles of other sources that stay beside the newest: several checkouts may share the folder. */
const KEPT = 8;

/**
 * The bundle of the present sources, from `cacheDir` when it was made before. Two processes may make it at once.
 * `root`: of the sources. `webpackConfigHook`: for who makes many bundles.
 */
export async function workflowBundle(
  cacheDir: string,
  root = ROOT,
  webpackConfigHook?: BundleOptions["webpackConfigHook"],
): Promise<WorkflowBundle> {
  const file = path.join(cacheDir, `workflows-${await hashOfSources(root)}.js`);
  try {
    return { code: await readFile(file, "utf8") };
  } catch {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const source = (name: string) => path.join(root, "workflows", `${name}.${extension}`);
    const bundle = await bundleWorkflowCode({
      workflowsPath: source("versioned"),
      // Always part of it: with traces on and off a worker has the same build.
      workflowInterceptorModules: [source("traceHeaders")],
      webpackConfigHook,
      // What webpack did is of interest where it fails, and an error says that.
      logger: new DefaultLogger("WARN"),
    });
    // What cannot be kept is made again by the next start.
    await keep(file, bundle.code).catch(() => undefined);
    return bundle;
  }
}

async function keep(file: string, code: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, code);
  await rename(temporary, file);
  const bundles = (await readdir(folder)).filter((name) => /^workflows-\w+\.js$/.test(name));
  const aged = await Promise.all(
    bundles.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  aged.sort((a, b) => b.at - a.at);
  for (const { name } of aged.slice(KEPT)) await rm(path.join(folder, name), { force: true });
}
