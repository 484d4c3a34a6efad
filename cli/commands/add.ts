// Declared commands → commander's.
import type { Command } from "commander";
import { readDuration } from "../client/duration.ts";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import { createService } from "../client/service.ts";
import { readSettings } from "../client/settings.ts";
import { createOutput } from "../output.ts";
import { type CommandDeclaration, type Options, textOf } from "./command.ts";

/** `ended` is told the exit code. Throws what the command throws. */
export function addCommand(program: Command, declared: CommandDeclaration, ended: (exit: ClientExit) => void): void {
  const command = program
    .command([declared.name, declared.args].filter(Boolean).join(" "))
    .description(declared.summary)
    .addHelpText("after", `\nExample:\n  ${declared.example}`);
  for (const { flags, description, many } of declared.options ?? [])
    if (many)
      command.option(flags, `${description}; may be repeated`, (one: string, before: string[] = []) => [
        ...before,
        one,
      ]);
    else command.option(flags, description);
  command
    .option("--project <slug>", "the project (SVC_PROJECT; that of a project's key)")
    .option("--environment <slug>", "the environment (SVC_ENVIRONMENT)")
    .option("--url <address>", "the service (SVC_URL)")
    .option(
      "--patience <time>",
      "how long a service that does not answer is tried again (20s; once it has answered 5m)",
    )
    .option("--json", "print the answer as JSON")
    .action(async (...received: unknown[]) => {
      const options = received.at(-2) as Options;
      const out = createOutput(options.json === true);
      const given = {
        url: textOf(options, "url"),
        project: textOf(options, "project"),
        environment: textOf(options, "environment"),
      };
      const { env } = process;
      const settings = readSettings(given, env);
      // Remarks of the way there are worth reading beside JSON too: they go to stderr.
      const note = (text: string) => void process.stderr.write(`${text}\n`);
      const patience = textOf(options, "patience");
      const service = createService({
        ...{ url: settings.url, apiKey: settings.apiKey, note },
        ...(patience === undefined ? {} : { patience: readDuration(patience, "--patience") }),
      });
      const args = received
        .slice(0, -2)
        .flat()
        .filter((one) => one !== undefined)
        .map(String);
      ended(
        (await declared.run({ args, options, out, settings, service, env, cwd: process.cwd() })) ?? CLIENT_EXIT.passed,
      );
    });
}
