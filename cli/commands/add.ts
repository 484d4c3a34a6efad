// Turns declared commands into commander's.
import type { Command } from "commander";
import { readDuration } from "../client/duration.ts";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import { createService } from "../client/service.ts";
import { settingsIn } from "../client/settings.ts";
import { live } from "../live.ts";
import { createOutput } from "../output.ts";
import { type CommandDeclaration, type OptionDeclaration, type Options, textOf } from "./command.ts";

/** Options of every command. */
export const SHARED_OPTIONS: readonly OptionDeclaration[] = [
  { flags: "--project <slug>", description: "the project (SVC_PROJECT; that of a project's key)" },
  { flags: "--environment <slug>", description: "the environment (SVC_ENVIRONMENT)" },
  { flags: "--url <address>", description: "the service (SVC_URL)" },
  {
    flags: "--patience <time>",
    description:
      "how long to retry if the service does not respond (20s, 2s if the connection is refused; after its first response 5m)",
  },
  { flags: "--json", description: "print the answer as JSON" },
];

/** `ended` is called with the exit code. Throws the errors of the command. */
export function addCommand(program: Command, declared: CommandDeclaration, ended: (exit: ClientExit) => void): void {
  const command = program
    .command([declared.name, declared.args].filter(Boolean).join(" "))
    .description(declared.summary)
    .addHelpText("after", `\nExample:\n  ${declared.example}`);
  for (const { flags, description, many } of declared.options ?? [])
    if (many)
      command.option(flags, `${description}; repeatable`, (one: string, before: string[] = []) => [...before, one]);
    else command.option(flags, description);
  const own = new Set((declared.options ?? []).map(({ flags }) => nameOf(flags)));
  for (const { flags, description } of SHARED_OPTIONS) if (!own.has(nameOf(flags))) command.option(flags, description);
  command.action(async (...received: unknown[]) => {
    const options = received.at(-2) as Options;
    const out = createOutput(options.json === true);
    const given = {
      // If the command has a `--url` option of its own, it is not the service's URL.
      url: own.has("--url") ? undefined : textOf(options, "url"),
      project: textOf(options, "project"),
      environment: textOf(options, "environment"),
    };
    const { env } = process;
    const settings = await settingsIn(process.cwd(), given, env);
    // Remarks about the connection go to stderr even with --json, because they are worth reading there too.
    const { note } = live;
    const patience = textOf(options, "patience");
    const service = createService({
      url: settings.url,
      apiKey: settings.apiKey,
      note,
      ...(patience === undefined ? {} : { retryForMs: readDuration(patience, "--patience") }),
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

const nameOf = (flags: string): string => flags.split(" ")[0] ?? flags;
