// The command that makes the present look the baselines of `run --local`: its service is gone when somebody decides.
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { givenWords, type Options, textsOf } from "../commands/command.ts";
import { optionWord } from "../terminal.ts";

/** Options that say what is tested and where its data is kept, as they were given. */
export const SAME_SITE = ["serve", "url", "data", "service", "file", "project", "environment"];
const LISTS = ["scenario", "browser"];

/** `scenario`: only this one. */
export function baselineCommand(options: Options, scenario: string | null): string[] {
  const lists = LISTS.flatMap((name) => {
    const given = name === "scenario" && scenario !== null ? [scenario] : textsOf(options, name);
    return (given ?? []).flatMap((value) => optionWord(name, value));
  });
  return ["plumbline", "run", RUN_WORDS.baseline.word, "--local", ...givenWords(options, SAME_SITE), ...lists];
}
