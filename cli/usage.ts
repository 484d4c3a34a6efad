// Usage errors that commander finds: as JSON with --json, like every other failure.
import type { Command, CommanderError } from "commander";
import { writeFailure } from "./output.ts";

/** Keeps commander from printing them with --json. Commands that are added later inherit this. */
export const withUsageErrors = (program: Command, json: boolean): Command =>
  (json ? program.configureOutput({ writeErr: () => {} }) : program)
    .showHelpAfterError("(add --help for the options)")
    .exitOverride();

/** Returns the exit code, which is the same for every program. Without --json, commander has already printed the error. */
export function exitOfUsage({ exitCode, message }: CommanderError, json: boolean): 0 | 2 {
  // Somebody asked for help or the version.
  if (exitCode === 0) return 0;
  if (json) writeFailure({ code: "wrong_use", message: message.replace(/^error: /, "") }, true);
  return 2;
}
