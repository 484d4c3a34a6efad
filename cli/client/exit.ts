// Exit codes of the commands that talk to a service, for scripts and CI. A crash never counts as a failed test or as a pass.
import type { FieldProblem } from "../../domain/import/problems.ts";
import { CommandError } from "../commandError.ts";

export const CLIENT_EXIT = {
  /** All requested runs passed. */
  passed: 0,
  /** The runs completed and found regressions. */
  failed: 1,
  /** Usage error: an unknown option or name, a missing setting. Nothing was started. */
  usage: 2,
  /** Inconclusive: a run did not complete, was cancelled, or measured too little to say anything about the site. */
  errored: 3,
  /** Timed out while waiting; the run continues. */
  timedOut: 4,
  /** The service could not be reached, or refused the key. */
  unreachable: 5,
  /** `plan`: the file and the service differ. Nothing was changed. */
  differs: 6,
} as const;
export type ClientExit = (typeof CLIENT_EXIT)[keyof typeof CLIENT_EXIT];

/** Failure of a command that talks to a service. */
export class ClientError extends CommandError<ClientExit> {
  /** Wrong fields of the request, if the service names them. */
  readonly fields: readonly FieldProblem[];
  constructor(exit: ClientExit, code: string, message: string, fields: readonly FieldProblem[] = []) {
    super(exit, code, message);
    this.fields = fields;
  }
}

export const wrongUse = (message: string): ClientError => new ClientError(CLIENT_EXIT.usage, "wrong_use", message);

/** Returns the most urgent exit code of several runs: inconclusive outweighs failed, because it must be looked at first. */
export function worstOf(codes: readonly ClientExit[]): ClientExit {
  const order = [CLIENT_EXIT.unreachable, CLIENT_EXIT.timedOut, CLIENT_EXIT.errored, CLIENT_EXIT.failed];
  return order.find((code) => codes.includes(code)) ?? CLIENT_EXIT.passed;
}
