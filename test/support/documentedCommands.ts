// Resolves the commands that a text shows against the programs themselves: they must exist with their options, values and arguments.
import { Command, CommanderError } from "commander";
import { adminProgram } from "../../cli/admin/program.ts";
import { runNamed } from "../../cli/client/runs.ts";
import { addCommand } from "../../cli/commands/add.ts";
import { loadCommands } from "../../cli/commands/index.ts";
import { addMcp } from "../../cli/mcp/command.ts";

const COMMANDS = await loadCommands();

function plumbline(): Command {
  const program = new Command("plumbline").version("0");
  for (const declared of COMMANDS) addCommand(program, declared, () => {});
  addMcp(program);
  return program;
}

/** How the texts call each program; the captured words extend to the end of the command. */
const CALLS: readonly { called: RegExp; program(): Command }[] = [
  { called: /(?:^|[\s(`'])(?:\.\/)?plumbline ([^\n`|>&;)]*)/g, program: plumbline },
  { called: /npx --yes "\$SVC_URL\/cli\.tgz(?:\?[\w.]+)?" ([^\n`|>&;)]*)/g, program: plumbline },
  { called: /node \S*cli\/plumbline\.ts ([^\n`|>&;)]*)/g, program: plumbline },
  { called: /npm run (?:-s )?admin -- ([^\n`|>&;)]*)/g, program: adminProgram },
  { called: /(?:^|\$\(|\| )admin ([a-z][^\n`|>&;)]*)/gm, program: adminProgram },
];

/** Returns commands and options that do not exist and, for `code`, also calls that the program would reject. */
export function commandProblems(text: string, code = ""): string[] {
  return [
    ...callsIn(text).flatMap(({ program, words }) => unknownParts(program, words)),
    ...callsIn(code).flatMap(({ program, words }) => refusedCall(program, words)),
  ];
}

function callsIn(text: string): { program: Command; words: string[] }[] {
  // A command continued with a backslash counts as one line.
  const joined = text.replace(/\\\n\s*/g, " ").replace(/^ +/gm, "");
  return CALLS.flatMap(({ called, program }) =>
    [...joined.matchAll(called)].flatMap(([line, words = ""]) => {
      // In prose the name is followed by a verb; a command is code.
      const isCode = line.startsWith("`") || !line.startsWith(" ") || /cli\.tgz|npm|cli\/plumbline/.test(line);
      return isCode ? [{ program: program(), words: wordsOf(words.replace(/(^|\s)#.*/, "")) }] : [];
    }),
  );
}

/** Splits a line into words as a shell does. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"']|"[^"]*"?|'[^']*'?)+/g)].map(([word]) => word.replace(/["']/g, ""));

const PLACEHOLDER = /^(…|<.*>|COMMAND)$/;

/** Returns the command that the words name and the remaining words, or null if there is no such command. */
function resolved(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  let command = program;
  for (const [at, word] of words.entries()) {
    if (command.commands.length === 0 || word.startsWith("-")) return { command, rest: words.slice(at) };
    const next = command.commands.find((one) => one.name() === word);
    if (!next) return PLACEHOLDER.test(word) ? { command, rest: [] } : null;
    command = next;
  }
  return { command, rest: [] };
}

function unknownParts(program: Command, words: readonly string[]): string[] {
  const found = resolved(program, words);
  if (!found) return [`no command ${words.join(" ")}`];
  const flags = found.rest.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[=,.].*$/, ""));
  const known = new Set([...found.command.options.map(({ long }) => long), "--help"]);
  return flags.filter((flag) => !known.has(flag)).map((flag) => `no option ${flag} in: ${words.join(" ")}`);
}

/** Returns the program's own errors about the call, without executing it. */
function refusedCall(program: Command, words: readonly string[]): string[] {
  const found = resolved(program, words);
  if (!found || found.command.commands.length > 0 || words.some((word) => PLACEHOLDER.test(word))) return [];
  const { command, rest } = found;
  const silent = command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  silent.action(() => {});
  try {
    silent.parse(rest as string[], { from: "user" });
    if (command.name() === "run") for (const type of command.args) runNamed(type);
    return [];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return [];
    return [`${words.join(" ")}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
