// Runs one call of the administrator's command, from its arguments to its exit code.
import { CommanderError } from "commander";
import { takeSecretFiles } from "../../platform/secretFiles.ts";
import { EXIT, failureOf } from "../exit.ts";
import { writeFailure } from "../output.ts";
import { adminProgram } from "./program.ts";

/** `argv` does not include the program's name. Writes to standard output and standard error; returns the exit code. */
export async function runAdmin(argv: string[]): Promise<number> {
  try {
    takeSecretFiles(process.env);
    await adminProgram().parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // commander has already written its own message; asking for help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const failure = failureOf(error);
    writeFailure(failure, argv.includes("--json"));
    return failure.exit;
  }
}
