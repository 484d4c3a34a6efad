// Node's compile cache for the service's sources (types stripped, compiled), which halves the processor time of the next start.
import { join } from "node:path";
import { cacheDir } from "./lib/paths.mjs";

/** Returns the cache folder. Null if the environment sets its own, or if coverage is measured, which is exact only without the cache. */
export const compileCacheDir = (env: NodeJS.ProcessEnv): string | null =>
  env.NODE_V8_COVERAGE || env.NODE_COMPILE_CACHE ? null : join(cacheDir(), "compiled");

/** Returns the environment with Node's compile cache, for a process of the service. */
export function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = compileCacheDir(env);
  return folder === null ? env : { ...env, NODE_COMPILE_CACHE: folder };
}
