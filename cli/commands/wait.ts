import { readFacts } from "../client/facts.ts";
import { readStatus, titleOfType } from "../client/runs.ts";
import { STOPPED_BEFORE, stoppable } from "../client/stop.ts";
import { REPORT_OPTIONS } from "../reports/index.ts";
import type { CommandDeclaration } from "./command.ts";
import { seeRunsEnd, TIMEOUT_OPTION, timeoutOf } from "./seeEnd.ts";

export const waitCommand: CommandDeclaration = {
  name: "wait",
  summary: "wait for runs; the exit code is their verdict",
  args: "<runId...>",
  options: [TIMEOUT_OPTION, ...REPORT_OPTIONS],
  example: "plumbline wait run_01K… --timeout 30m",
  async run(use) {
    const { args, options, service } = use;
    const timeout = timeoutOf(options);
    const runIds = [...new Set(args)];
    // Read before waiting, so that a wrong id is refused immediately.
    const runs = await Promise.all(
      runIds.map(async (runId) => ({ runId, title: titleOfType((await readStatus(service, runId)).type) })),
    );
    const facts = () => readFacts(use.env, use.cwd);
    return stoppable(STOPPED_BEFORE, ({ signal }, release) =>
      seeRunsEnd(use, { runs, timeout, cancels: false, signal, release, facts }),
    );
  },
};
