// The command that makes the present look the baselines of `run --local`: its service is gone when somebody decides.
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { type Options, textOf, textsOf } from "../commands/command.ts";
import { shellWord } from "../terminal.ts";

/** Options that say what is tested and where its data is kept, as they were given. */
const TEXTS = ["serve", "url", "data", "service", "file", "project", "environment"];
const LISTS = ["scenario", "browser"];

/** `scenario`: only this one. */
export function baselineCommand(options: Options, scenario: string | null): string[] {
  const texts = TEXTS.flatMap((name) => pair(name, textOf(options, name)));
  const lists = LISTS.flatMap((name) => {
    const given = name === "scenario" && scenario !== null ? [scenario] : textsOf(options, name);
    return (given ?? []).flatMap((value) => pair(name, value));
  });
  return ["plumbline", "run", RUN_WORDS.baseline.word, "--local", ...texts, ...lists];
}

/** One word: an option and its value stay together in a line. */
const pair = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`--${name} ${shellWord(value)}`];
