import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { KINDS } from "../client/runs.ts";
import type { CommandDeclaration } from "./command.ts";

type Words = { commands: readonly string[]; options: Readonly<Record<string, readonly string[]>> };

const SHELLS: Record<string, (words: Words) => string> = { bash, zsh, fish };
const SHARED = ["--project", "--environment", "--url", "--patience", "--json", "--help"];

/** Built from the list of the other commands, which it completes. */
export function completionCommand(others: readonly CommandDeclaration[]): CommandDeclaration {
  return {
    name: "completion",
    summary: "print the completion script of a shell",
    args: "<shell>",
    example: 'eval "$(plumbline completion bash)"',
    async run({ args: [shell = ""], out }) {
      const write = SHELLS[shell];
      if (!write) throw wrongUse(`The shell must be one of ${Object.keys(SHELLS).join(", ")}, not "${shell}".`);
      const script = write({
        commands: [...others.map(({ name }) => name), "completion", "mcp"],
        options: Object.fromEntries(
          others.map(({ name, options = [] }) => [name, [...options.map(flagOf), ...SHARED]]),
        ),
      });
      out.answer({ shell, script }, [script]);
      return CLIENT_EXIT.passed;
    },
  };
}

const flagOf = ({ flags }: { flags: string }): string => flags.split(/[ ,]/)[0] ?? "";

function bash({ commands, options }: Words): string {
  const cases = Object.entries(options).map(
    ([name, flags]) => `    ${name}) words="${flags.join(" ")}${name === "run" ? ` ${KINDS.join(" ")}` : ""}" ;;`,
  );
  return [
    "_plumbline() {",
    `  local words="" current="\${COMP_WORDS[COMP_CWORD]}"`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${commands.join(" ")} --help --version"`,
    `  else case "\${COMP_WORDS[1]}" in`,
    ...cases,
    "  esac; fi",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _plumbline plumbline",
  ].join("\n");
}

function zsh(words: Words): string {
  return ["autoload -U +X bashcompinit && bashcompinit", bash(words)].join("\n");
}

function fish({ commands, options }: Words): string {
  const first = `complete -c plumbline -f -n __fish_use_subcommand -a "${commands.join(" ")}"`;
  const rest = Object.entries(options).flatMap(([name, flags]) =>
    flags.map((flag) => `complete -c plumbline -n "__fish_seen_subcommand_from ${name}" -l ${flag.replace(/^--/, "")}`),
  );
  const kinds = `complete -c plumbline -f -n "__fish_seen_subcommand_from run" -a "${KINDS.join(" ")}"`;
  return [first, kinds, ...rest].join("\n");
}
