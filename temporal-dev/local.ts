// Entry point of `plumbline run --local`: runs the service for one command (localService.ts), loaded through Node's compile cache.
import nodeModule from "node:module";
import { compileCacheDir } from "./compileCache.ts";

// Must run before anything else is loaded, so that everything comes from the cache the next time. Node 20 has no compile cache.
const cache = compileCacheDir(process.env);
if (cache !== null) nodeModule.enableCompileCache?.(cache);
await import("./localService.ts");
