#!/usr/bin/env node
// The administrator's command: `npm run -s admin -- <group> <command>`. It works on the service's database through the same operations as
// the API, so the same rules apply, and it can run while the service is running.
import { enableCompileCache } from "node:module";
import { runAdmin } from "./admin/main.ts";
import { outliveReaders } from "./output.ts";

// The commands that need the database driver load it later; from the compile cache, that takes 0.2 s less.
enableCompileCache();

outliveReaders();
process.exitCode = await runAdmin(process.argv.slice(2));
