// What `plumbline run --local` starts: the service for the time of one command (localService.ts), loaded from Node's cache.
import nodeModule from "node:module";
import { compileCacheDir } from "./compileCache.ts";

// Before anything else is loaded, so that all of it comes from the cache the next time. Node 20 has none.
const cache = compileCacheDir(process.env);
if (cache !== null) nodeModule.enableCompileCache?.(cache);
await import("./localService.ts");
