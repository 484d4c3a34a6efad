#!/usr/bin/env node
// The administrator's command: `npm run -s admin -- <group> <command>`. It works on the service's database through the same
// operations as the API, so the same rules hold, and it may run beside it at any time.
import { enableCompileCache } from "node:module";
import { CommanderError } from "commander";
import { adminProgram } from "./admin/program.ts";
import { EXIT, failureOf } from "./exit.ts";
import { writeFailure } from "./output.ts";

// The database driver is loaded later, by the commands that need it: from the cache that takes 0.2 s less.
enableCompileCache();

async function main(argv: string[]): Promise<number> {
  try {
    await adminProgram().parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // commander has written its own message by then; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const failure = failureOf(error);
    writeFailure(failure, argv.includes("--json"));
    return failure.exit;
  }
}

// A reader that goes away (`| head -1`) is no failure of the command.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});
process.exitCode = await main(process.argv.slice(2));
