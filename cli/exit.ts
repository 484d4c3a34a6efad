// Exit codes of the administrator's command, and the message of a failure.
import { ConfigError } from "../domain/config.ts";
import { NewerDataError } from "../domain/dataVersion.ts";
import { ProductError } from "../domain/errors.ts";
import { CommandError } from "./commandError.ts";
import { describe } from "./describe.ts";

export const EXIT = {
  ok: 0,
  /** Refused by the service's rules; the reason is on stderr. */
  refused: 1,
  /** Unknown option, missing file, wrong configuration: nothing was attempted. */
  usage: 2,
  /** The database cannot be reached. */
  unavailable: 5,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure of the administrator's command itself. */
export class CliError extends CommandError<ExitCode> {}

export type Failure = { exit: ExitCode; code: string; message: string; details?: Record<string, unknown> };

/** Names of the driver's errors for an unreachable database (MongoDB driver 7, mongoose 9). */
const UNREACHABLE =
  /^(MongooseServerSelection|MongoServerSelection|MongoNetwork|MongoTopologyClosed|MongoNotConnected|MongoPoolCleared)/;

export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) return { exit: error.exit, code: error.code, message: error.message };
  if (error instanceof ConfigError) return { exit: EXIT.usage, code: "configuration", message: error.message };
  if (error instanceof NewerDataError) return { exit: EXIT.refused, code: "conflict", message: error.message };
  if (error instanceof ProductError)
    return {
      exit: error.code === "unavailable" ? EXIT.unavailable : EXIT.refused,
      code: error.code,
      message: error.message,
      details: error.details,
    };
  const name = error instanceof Error ? error.name : "";
  if (UNREACHABLE.test(name))
    return { exit: EXIT.unavailable, code: "unavailable", message: "The database no longer responds." };
  return { exit: EXIT.refused, code: "internal", message: `This failed unexpectedly: ${describe(error)}` };
}
