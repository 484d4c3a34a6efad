import { readDuration } from "../client/duration.ts";
import { readFacts } from "../client/facts.ts";
import { readStatus, titleOfType } from "../client/runs.ts";
import { endedData, endedLines } from "../client/show.ts";
import { watchRuns } from "../client/watch.ts";
import { REPORT_OPTIONS, writeReports } from "../reports/index.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

const DEFAULT_TIMEOUT = "60m";

export const waitCommand: CommandDeclaration = {
  name: "wait",
  summary: "wait for runs to end; the exit code is their verdict",
  args: "<runId...>",
  options: [
    { flags: "--timeout <time>", description: `how long to wait, such as 90s or 30m (${DEFAULT_TIMEOUT})` },
    ...REPORT_OPTIONS,
  ],
  example: "plumbline wait run_01K… --timeout 30m",
  async run({ args, options, service, out, env, cwd }) {
    const timeout = readDuration(textOf(options, "timeout") ?? DEFAULT_TIMEOUT, "--timeout");
    const runIds = [...new Set(args)];
    // Asked for before the wait, so that an id that is none is said at once.
    const runs = await Promise.all(
      runIds.map(async (runId) => ({ runId, title: titleOfType((await readStatus(service, runId)).type) })),
    );
    const { note } = out;
    const { ended, exit } = await watchRuns(service, {
      runs,
      timeout,
      json: options.json === true,
      cancels: false,
      note,
    });
    if (ended.length === 0) return exit;
    out.answer({ runs: endedData(ended), exit }, endedLines(ended));
    await writeReports({ service, options, ended, facts: await readFacts(env, cwd), env, note });
    const open = ended.filter(({ run }) => run.status === "running").map(({ run }) => run.runId);
    if (open.length > 0) note(`Not done in time; take it up again with: plumbline wait ${open.join(" ")}`);
    return exit;
  },
};
