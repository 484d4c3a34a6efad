#!/usr/bin/env node
// The `plumbline` command: what people and programs do with a Plumbline that runs somewhere, over HTTP.
import nodeModule from "node:module";
import { Command, CommanderError } from "commander";
import { CLIENT_EXIT } from "./client/exit.ts";
import { CLIENT_VERSION } from "./client/version.ts";
import { CommandError } from "./commandError.ts";
import { addCommand } from "./commands/add.ts";
import { COMMANDS } from "./commands/index.ts";
import { describe } from "./exit.ts";
import { addMcp } from "./mcp/command.ts";
import { outliveReaders, writeFailure } from "./output.ts";

// Node 20 has none.
nodeModule.enableCompileCache?.();

const EXIT_CODES = `
Exit codes:
  0 passed   1 quality failed   2 wrong use   3 inconclusive   4 timed out   5 unreachable or refused
  6 plan: the file and the service differ

Settings: SVC_URL, SVC_API_KEY, SVC_PROJECT, SVC_ENVIRONMENT; or "plumbline login"`;

async function main(argv: string[]): Promise<number> {
  const program = new Command("plumbline")
    .description("Quality testing of web sites, from the command line")
    .version(CLIENT_VERSION)
    .addHelpText("after", EXIT_CODES)
    .showHelpAfterError("(add --help for the options)")
    .exitOverride();
  let exit: number = CLIENT_EXIT.passed;
  for (const declared of COMMANDS)
    addCommand(program, declared, (code) => {
      exit = code;
    });
  addMcp(program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return exit;
  } catch (error) {
    // commander has written its own message by then; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? CLIENT_EXIT.passed : CLIENT_EXIT.usage;
    const failure =
      error instanceof CommandError
        ? { exit: error.exit, code: error.code, message: error.message }
        : { exit: CLIENT_EXIT.errored, code: "internal", message: `This failed unexpectedly: ${describe(error)}` };
    writeFailure(failure as never, argv.includes("--json"));
    return failure.exit;
  }
}

outliveReaders();
process.exitCode = await main(process.argv.slice(2));
