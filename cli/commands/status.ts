import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { outcomeOf } from "../client/outcome.ts";
import { readStatus, titleOfType } from "../client/runs.ts";
import { endedData, endedLines } from "../client/show.ts";
import type { CommandDeclaration } from "./command.ts";

export const statusCommand: CommandDeclaration = {
  name: "status",
  summary: "show the progress of runs, without waiting",
  args: "<runId...>",
  example: "plumbline status run_01K…",
  async run({ args, service, out }) {
    if (args.length > 50) throw wrongUse("At most 50 runs at a time.");
    const runs = await Promise.all(args.map((runId) => readStatus(service, runId)));
    const shown = runs.map((run) => ({ run, title: titleOfType(run.type), outcome: outcomeOf(run) }));
    out.answer({ runs: endedData(shown) }, endedLines(shown));
    for (const { progress, runId } of runs)
      if (progress) out.note(`${runId}: ${progress.phase}, ${progress.done} of ${progress.total}`);
    return CLIENT_EXIT.passed;
  },
};
