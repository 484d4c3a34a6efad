// The common end of `run --wait` and `wait`: runs are followed to their end, shown, and reported.
import path from "node:path";
import { readDuration } from "../client/duration.ts";
import type { ClientExit } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import type { Next } from "../client/next.ts";
import { needsAttention } from "../client/outcome.ts";
import { printed, readProblems } from "../client/problems.ts";
import { endedData, endedLines, leavesOf } from "../client/show.ts";
import { type Ended, type Watch, watchRuns } from "../client/watch.ts";
import { DATA_FOLDER, REPORT_FILE } from "../local/options.ts";
import { problemLimit, writeHtml, writeReports } from "../reports/index.ts";
import { type CommandUse, givenWords, type OptionDeclaration, type Options, textOf } from "./command.ts";

const DEFAULT_TIMEOUT = "60m";

export const TIMEOUT_OPTION: OptionDeclaration = {
  flags: "--timeout <time>",
  description: `how long to wait, such as 90s or 30m (${DEFAULT_TIMEOUT})`,
};

/** Returns ms. Throws ClientError (2) for an invalid duration. */
export const timeoutOf = (options: Options): number =>
  readDuration(textOf(options, "timeout") ?? DEFAULT_TIMEOUT, "--timeout");

/** Returns the exit code of the verdict. `facts` and `release` are called after the runs have ended. */
export async function seeRunsEnd(
  use: CommandUse,
  {
    facts,
    release,
    ...watch
  }: Pick<Watch, "runs" | "timeout" | "cancels" | "signal"> & { facts(): Promise<CiFacts>; release?: () => void },
): Promise<ClientExit> {
  const { service, settings, options, out, env } = use;
  const { note } = out;
  const { environment } = settings;
  const json = options.json === true;
  const { ended, exit } = await watchRuns(service, { ...watch, json, note });
  release?.();
  if (ended.length === 0) return exit;
  const [problems, next] = await Promise.all([
    readProblems(service, leavesOf(ended), problemLimit(options)),
    nextOf(use, ended),
  ]);
  const shown = printed(problems);
  out.answer({ runs: endedData(ended, shown), exit }, endedLines(ended, { problems: shown, next }));
  await writeReports({ service, options, ended, problems, environment, facts: await facts(), env, note });
  const open = ended.filter(({ run }) => run.status === "running");
  if (open.length > 0) note(`Timed out: ${open.length === 1 ? "the run continues" : "the runs continue"}.`);
  return exit;
}

/** Returns what remains available after the command has ended. */
async function nextOf(use: CommandUse, ended: readonly Ended[]): Promise<Next | null> {
  const { service, settings, options } = use;
  if (options.json === true) return null;
  if (options.local === true) {
    const { baselineCommand } = await import("../local/again.ts");
    const again = (scenario: string | null) => baselineCommand(options, scenario === null ? null : [scenario]);
    return { kind: "local", report: await keepReport(use, ended), again };
  }
  const projectId = ended[0]?.run.projectId;
  const slug = await service.get("/api/ci/projects", { retryForMs: 0 }).then(
    ({ projects }) => projects.find(({ id }) => id === projectId)?.slug ?? null,
    // If the key may not list projects, links are omitted.
    () => null,
  );
  return { kind: "service", url: settings.url, slug, options: givenWords(options, ["url", "project"]) };
}

/** Saves the report of `run --local`, which is not available later. Returns its file; null if there is none or it could not be written. */
async function keepReport({ service, options, cwd, out }: CommandUse, ended: readonly Ended[]): Promise<string | null> {
  const bad = ended.filter(({ outcome }) => needsAttention(outcome));
  const given = textOf(options, "html");
  if (given !== undefined || bad.length === 0) return given ?? null;
  const file = path.join(textOf(options, "data") ?? DATA_FOLDER, REPORT_FILE);
  try {
    await writeHtml(service, bad, path.resolve(cwd, file));
    return file;
  } catch {
    out.note("The report could not be saved. Write one with --html report.html.");
    return null;
  }
}
