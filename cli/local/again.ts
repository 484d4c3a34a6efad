// The command that captures the current screenshots as baselines of `run --local`, whose service no longer runs when somebody decides.
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { givenWords, type Options, textsOf } from "../commands/command.ts";
import { optionWord } from "../terminal.ts";

/** Options that determine what is tested and where its data is stored; repeated as given. */
export const SAME_SITE = ["serve", "url", "data", "service", "file", "project", "environment"];
const LISTS = ["scenario", "browser"];

/** Returns the command; with `scenario`, for this scenario only. */
export function baselineCommand(options: Options, scenario: string | null): string[] {
  const lists = LISTS.flatMap((name) => {
    const given = name === "scenario" && scenario !== null ? [scenario] : textsOf(options, name);
    return (given ?? []).flatMap((value) => optionWord(name, value));
  });
  return ["plumbline", "run", RUN_WORDS.baseline.word, "--local", ...givenWords(options, SAME_SITE), ...lists];
}
