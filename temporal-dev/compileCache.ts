// Node keeps what it made of our sources, types stripped and compiled, so that the next start takes half the processor time.
import { join } from "node:path";
import { cacheDir } from "./lib/paths.mjs";

/** The environment with Node's cache for compiled code, for a process of ours. Coverage is exact only without it. */
export function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.NODE_V8_COVERAGE || env.NODE_COMPILE_CACHE) return env;
  return { ...env, NODE_COMPILE_CACHE: join(cacheDir(), "compiled") };
}
