#!/usr/bin/env node
// The `plumbline` command: what people and programs do with a Plumbline that runs somewhere, over HTTP.
import nodeModule from "node:module";

// Before anything else is loaded, so that all of it comes from the cache the next time. Node 20 has none.
nodeModule.enableCompileCache?.();
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
