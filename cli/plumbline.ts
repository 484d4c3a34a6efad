#!/usr/bin/env node
// The `plumbline` command: what people and programs do with a Plumbline that runs somewhere, over HTTP.
import { enableCompileCache } from "node:module";
import { Command, CommanderError } from "commander";
import { EXIT, failureOf } from "./exit.ts";
import { addMcp } from "./mcp/command.ts";
import { writeFailure } from "./output.ts";

enableCompileCache();

async function main(argv: string[]): Promise<number> {
  const program = new Command("plumbline")
    .description("Quality testing of web sites, from the command line")
    .showHelpAfterError("(add --help for the options)")
    .exitOverride();
  addMcp(program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // commander has written its own message by then; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const failure = failureOf(error);
    writeFailure(failure, false);
    return failure.exit;
  }
}

process.exitCode = await main(process.argv.slice(2));
