// The command that captures the current screenshots as baselines of `run --local`, whose service no longer runs when somebody decides.
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { givenWords, type Options, textsOf } from "../commands/command.ts";
import { commandName, optionWord } from "../terminal.ts";

/** Options that determine what is tested and where its data is stored; repeated as given. */
const SAME_SITE = ["serve", "url", "data", "service", "file", "project", "environment"];
const LISTS = ["scenario", "browser"];

/** Returns the command; with `scenarios`, for these only. */
export function baselineCommand(options: Options, scenarios: readonly string[] | null): string[] {
  const lists = LISTS.flatMap((name) => {
    const given = name === "scenario" && scenarios !== null ? scenarios : textsOf(options, name);
    return (given ?? []).flatMap((value) => optionWord(name, value));
  });
  return [commandName(), "run", RUN_WORDS.baseline.word, "--local", ...givenWords(options, SAME_SITE), ...lists];
}
