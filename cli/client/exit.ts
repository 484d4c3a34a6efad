// Exit codes of the commands that talk to a service, for scripts and CI. A crash is never a failed test and never a pass.
import type { FieldProblem } from "../../domain/import/problems.ts";
import { CommandError } from "../commandError.ts";

export const CLIENT_EXIT = {
  /** Everything that was asked for passed. */
  passed: 0,
  /** The runs completed, and their verdict is against what was tested. */
  failed: 1,
  /** Wrong use: an unknown option or name, a missing setting. Nothing was started. */
  usage: 2,
  /** Inconclusive: a run was not completed, was cancelled, or measured too little. It says nothing about the site. */
  errored: 3,
  /** The time to wait was over; the run goes on. */
  timedOut: 4,
  /** The service could not be reached, or refused the key. */
  unreachable: 5,
  /** `plan`: the file and the service say different things. Nothing was changed. */
  differs: 6,
} as const;
export type ClientExit = (typeof CLIENT_EXIT)[keyof typeof CLIENT_EXIT];

/** A failure of a command that talks to a service. */
export class ClientError extends CommandError<ClientExit> {
  /** Places of what was sent that are wrong, where the service names them. */
  readonly fields: readonly FieldProblem[];
  constructor(exit: ClientExit, code: string, message: string, fields: readonly FieldProblem[] = []) {
    super(exit, code, message);
    this.fields = fields;
  }
}

export const wrongUse = (message: string): ClientError => new ClientError(CLIENT_EXIT.usage, "wrong_use", message);

/** The code that says the most where several runs ended: what could not be judged outweighs what failed, for it must be looked at first. */
export function worstOf(codes: readonly ClientExit[]): ClientExit {
  const order = [CLIENT_EXIT.unreachable, CLIENT_EXIT.timedOut, CLIENT_EXIT.errored, CLIENT_EXIT.failed];
  return order.find((code) => codes.includes(code)) ?? CLIENT_EXIT.passed;
}
