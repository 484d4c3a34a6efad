// Entry point of the command line: from the arguments to an exit code.
import { Command, CommanderError } from "commander";
import { CLIENT_EXIT } from "./client/exit.ts";
import { CLIENT_VERSION } from "./client/version.ts";
import { CommandError } from "./commandError.ts";
import { addCommand } from "./commands/add.ts";
import { loadCommands } from "./commands/index.ts";
import { describe } from "./describe.ts";
import { outliveReaders, writeFailure } from "./output.ts";
import { exitOfUsage, withUsageErrors } from "./usage.ts";

const EXIT_CODES = `
Exit codes:
  0 passed   1 quality failed   2 usage error   3 inconclusive   4 timed out   5 unreachable or refused
  6 plan: the file and the service differ

Settings: SVC_URL, SVC_API_KEY, SVC_PROJECT, SVC_ENVIRONMENT; or "plumbline login"`;

/** Runs the command and sets the exit code. */
export async function main(argv: string[]): Promise<void> {
  outliveReaders();
  const exit = await exitOf(argv);
  process.exitCode = exit;
  if (exit !== CLIENT_EXIT.unreachable) return;
  // A DNS lookup or connection that nobody answers would keep the process alive until the system gives up.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  process.exit();
}

async function exitOf(argv: string[]): Promise<number> {
  const json = argv.includes("--json");
  const program = withUsageErrors(new Command("plumbline"), json)
    .description("Quality testing of web sites, from the command line")
    .version(CLIENT_VERSION)
    .addHelpText("after", EXIT_CODES);
  let exit: number = CLIENT_EXIT.passed;
  const [name] = argv;
  const declared = name === "mcp" ? [] : await loadCommands(name);
  for (const one of declared)
    addCommand(program, one, (code) => {
      exit = code;
    });
  if (declared.length !== 1) (await import("./mcp/command.ts")).addMcp(program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return exitOfUsage(error, json);
    const failure =
      error instanceof CommandError
        ? { exit: error.exit, code: error.code, message: error.message }
        : { exit: CLIENT_EXIT.errored, code: "internal", message: `This failed unexpectedly: ${describe(error)}` };
    writeFailure(failure, json);
    return failure.exit;
  }
}
