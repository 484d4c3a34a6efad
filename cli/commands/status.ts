import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { outcomeOf } from "../client/outcome.ts";
import { readStatus, titleOfType } from "../client/runs.ts";
import { endedData, endedLines } from "../client/show.ts";
import type { CommandDeclaration } from "./command.ts";

/** A status needs only one call per run: it shows what the run itself reports, and how to wait for it. */
const NOWHERE = { kind: "service", url: "", slug: null, options: [] } as const;

export const statusCommand: CommandDeclaration = {
  name: "status",
  summary: "show the progress of runs, without waiting",
  args: "<runId...>",
  example: "plumbline status run_01K…",
  async run({ args, service, out }) {
    if (args.length > 50) throw wrongUse("At most 50 runs at a time.");
    const runs = await Promise.all(args.map((runId) => readStatus(service, runId)));
    const shown = runs.map((run) => ({ run, title: titleOfType(run.type), outcome: outcomeOf(run) }));
    out.answer({ runs: endedData(shown) }, endedLines(shown, { next: NOWHERE }));
    return CLIENT_EXIT.passed;
  },
};
