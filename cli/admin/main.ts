// One call of the administrator's command, from its words to its exit code.
import { CommanderError } from "commander";
import { takeSecretFiles } from "../../platform/secretFiles.ts";
import { EXIT, failureOf } from "../exit.ts";
import { writeFailure } from "../output.ts";
import { adminProgram } from "./program.ts";

/** `argv` without the program's name. What it says goes to standard output and standard error; answers the exit code. */
export async function runAdmin(argv: string[]): Promise<number> {
  try {
    takeSecretFiles(process.env);
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
