// Runs one call of the administrator's command, from its arguments to its exit code.
import { CommanderError } from "commander";
import { takeSecretFiles } from "../../platform/secretFiles.ts";
import { EXIT, failureOf } from "../exit.ts";
import { writeFailure } from "../output.ts";
import { exitOfUsage } from "../usage.ts";
import { adminProgram } from "./program.ts";

/** `argv` does not include the program's name. Writes to standard output and standard error; returns the exit code. */
export async function runAdmin(argv: string[]): Promise<number> {
  const json = argv.includes("--json");
  try {
    takeSecretFiles(process.env);
    await adminProgram(json).parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return exitOfUsage(error, json);
    const failure = failureOf(error);
    writeFailure(failure, json);
    return failure.exit;
  }
}
