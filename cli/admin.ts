#!/usr/bin/env node
// The administrator's command: `npm run -s admin -- <group> <command>`. It works on the service's database through the same
// operations as the API, so the same rules hold, and it may run beside it at any time.
import { enableCompileCache } from "node:module";
import { runAdmin } from "./admin/main.ts";
import { outliveReaders } from "./output.ts";

// The database driver is loaded later, by the commands that need it: from the cache that takes 0.2 s less.
enableCompileCache();

outliveReaders();
process.exitCode = await runAdmin(process.argv.slice(2));
