// Builds the workflow bundle and caches it by the state of the sources, because bundling adds seconds to every start.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BundleOptions, bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from "@temporalio/worker";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Workflows import the project's own code only from these folders. */
const SOURCES = ["workflows", "domain"];

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((e) => e.isFile() && /\.(ts|js)$/.test(e.name))
    .map((e) => path.join(e.parentPath, e.name))
    .sort();
}

/** Returns the build id of the workflow code: a hash of its sources and of the SDK's version. */
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

/** Number of bundles that are kept, newest first: several checkouts may share the folder. */
const KEPT = 8;

/**
 * Returns the bundle of the current sources, from `cacheDir` if it has been built before. Two processes may build it at the same time.
 * `root`: folder of the sources. `webpackConfigHook`: for callers that build many bundles.
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
      // Always included, so that turning traces on or off does not change the build id.
      workflowInterceptorModules: [source("traceHeaders")],
      webpackConfigHook,
      // webpack's output matters only if it fails, and then the error contains it.
      logger: new DefaultLogger("WARN"),
    });
    // If caching fails, the next start bundles again.
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
