/** Ends a command with an exit code and a sentence for the person at the terminal. */
export class CommandError<Exit extends number = number> extends Error {
  readonly exit: Exit;
  readonly code: string;
  constructor(exit: Exit, code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.exit = exit;
    this.code = code;
  }
}
