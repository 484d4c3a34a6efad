// Output of `plumbline try`: one verdict, what was found, what could not be imported, and what to do next.
import type { Merged } from "../../domain/import/mergeSections.ts";
import { plural } from "../../domain/text.ts";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import { type Problems, printed } from "../client/problems.ts";
import { endedData, endedLines } from "../client/show.ts";
import type { Ended } from "../client/watch.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { notImported } from "../import/notImported.ts";
import { optionWord, shellWord } from "../terminal.ts";
import type { ReadConfiguration } from "./read.ts";

type Shown = {
  ended: readonly Ended[];
  problems: readonly Problems[];
  exit: ClientExit;
  read: readonly ReadConfiguration[];
  merged: Merged & { address: string };
  /** Number of baselines of other tools. */
  imported: number;
};

const WORDS: Partial<Record<ClientExit, string>> = {
  [CLIENT_EXIT.passed]: "passed",
  [CLIENT_EXIT.failed]: "failed",
  [CLIENT_EXIT.timedOut]: "not finished",
};

/** Prints to stdout, as JSON with --json. */
export async function showVerdict(
  use: CommandUse,
  { ended, problems: all, exit, read, merged, imported }: Shown,
): Promise<void> {
  const { out, options } = use;
  const problems = printed(all);
  const verdict = WORDS[exit] ?? "inconclusive";
  const keep = read.flatMap((one) => (one.keep === null ? [] : [one.keep]));
  const again = ["plumbline", "run", "visual", ...merged.runs, "--local", optionWord("url", merged.address)];
  const { leftOut, address } = merged;
  const configurations = read.map(({ as, place, part, pictures }) => ({
    as,
    place,
    pages: (part.sections.scenarios ?? []).length,
    baselines: pictures.length,
  }));
  out.answer({ verdict, address, configurations, runs: endedData(ended, problems), leftOut, keep, exit }, [
    verdictLine(verdict, ended),
    "",
    ...endedLines(ended, { problems }),
    ...(imported > 0 ? ["", `${plural(imported, "baseline")} of other tools used.`] : []),
    ...notImported(leftOut),
    "",
    "Nothing was written into this repository. To keep it:",
    ...keep.map((words) => `  ${words.map(shellWord).join(" ")}`),
    `  ${again.join(" ")}`,
  ]);
  if (exit !== CLIENT_EXIT.passed && textOf(options, "html") === undefined)
    out.note("To see the screenshots, add --html report.html.");
}

/** Returns one sentence about all runs. */
function verdictLine(verdict: string, ended: readonly Ended[]): string {
  const passed = ended.filter(({ outcome }) => outcome.word === "passed").length;
  return `Verdict: ${verdict}. ${passed} of ${plural(ended.length, "test")} passed.`;
}
