// What `run --wait` and `wait` have in common: the runs are followed to their end, shown, and reported.
import { readDuration } from "../client/duration.ts";
import type { ClientExit } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { problemLines, readProblems } from "../client/problems.ts";
import { endedData, endedLines } from "../client/show.ts";
import { type Watch, watchRuns } from "../client/watch.ts";
import { writeReports } from "../reports/index.ts";
import { type CommandUse, type OptionDeclaration, type Options, textOf } from "./command.ts";

const DEFAULT_TIMEOUT = "60m";

export const TIMEOUT_OPTION: OptionDeclaration = {
  flags: "--timeout <time>",
  description: `how long to wait, such as 90s or 30m (${DEFAULT_TIMEOUT})`,
};

/** In ms. Throws ClientError (2) for what is no time. */
export const timeoutOf = (options: Options): number =>
  readDuration(textOf(options, "timeout") ?? DEFAULT_TIMEOUT, "--timeout");

/** Answers the exit code of the verdict. `facts` is asked for when the runs have ended. */
export async function seeRunsEnd(
  { service, options, out, env }: CommandUse,
  { facts, ...watch }: Pick<Watch, "runs" | "timeout" | "cancels"> & { facts(): Promise<CiFacts> },
): Promise<ClientExit> {
  const { note } = out;
  const { ended, exit } = await watchRuns(service, { ...watch, json: options.json === true, note });
  if (ended.length === 0) return exit;
  const problems = await readProblems(service, ended);
  out.answer({ runs: endedData(ended, problems), exit }, [
    ...endedLines(ended),
    ...problemLines(problems, { approves: options.local !== true }),
  ]);
  await writeReports({ service, options, ended, facts: await facts(), env, note });
  const open = ended.filter(({ run }) => run.status === "running").map(({ run }) => run.runId);
  if (open.length > 0) note(`Timed out. Wait again with: plumbline wait ${open.join(" ")}`);
  return exit;
}
