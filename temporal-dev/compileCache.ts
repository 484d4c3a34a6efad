// Node keeps what it made of our sources, types stripped and compiled, so that the next start takes half the processor time.
import { join } from "node:path";
import { cacheDir } from "./lib/paths.mjs";

/** Where; null: the environment names a place itself, or coverage is measured, which is exact only without it. */
export const compileCacheDir = (env: NodeJS.ProcessEnv): string | null =>
  env.NODE_V8_COVERAGE || env.NODE_COMPILE_CACHE ? null : join(cacheDir(), "compiled");

/** The environment with Node's cache for compiled code, for a process of ours. */
export function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = compileCacheDir(env);
  return folder === null ? env : { ...env, NODE_COMPILE_CACHE: folder };
}
