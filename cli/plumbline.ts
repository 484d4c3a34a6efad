#!/usr/bin/env node
// The `plumbline` command: what people and programs do with a running Plumbline, over HTTP.
import nodeModule from "node:module";

// Called before anything else is loaded, so that all of it comes from the cache the next time. Node 20 does not have it.
nodeModule.enableCompileCache?.();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
