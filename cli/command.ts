// Declares admin commands: each supports --json and runs in its own session.
import type { Command } from "commander";
import { createOutput, type Output } from "./output.ts";
import { type Session, withSession } from "./session.ts";

export type Options = Record<string, string | boolean | undefined>;
export type Run = { args: string[]; options: Options; out: Output };

/** Adds `--json` and the action. `prepare` reads files and standard input before the database is opened; `act` does the work. */
export function runs<P>(
  command: Command,
  parts: { prepare?: (run: Run) => Promise<P>; act: (session: Session, run: Run, prepared: P) => Promise<void> },
): void {
  command.option("--json", "print the answer as JSON").action(async (...received: unknown[]) => {
    // A variadic argument arrives as a list.
    const args = received.slice(0, -2).flat().map(String);
    const options = received.at(-2) as Options;
    const run: Run = { args, options, out: createOutput(options.json === true) };
    const prepared = parts.prepare ? await parts.prepare(run) : undefined;
    await withSession((session) => parts.act(session, run, prepared as P));
  });
}

/** Returns the text of an option that commander requires; "" if it is missing. */
export function text(options: Options, name: string): string {
  return String(options[name] ?? "");
}
export function optional(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
