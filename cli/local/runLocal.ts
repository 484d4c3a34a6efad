// `run --local` from the first baselines to the verdict, and how to accept changes after its service has ended.
import { CLIENT_EXIT, type ClientExit, worstOf } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { failedLabels } from "../client/failedLabels.ts";
import { INTENDED } from "../client/next.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { baselineCommand } from "./again.ts";
import { firstBaselines } from "./baselines.ts";
import { withLocal } from "./local.ts";
import { readWanted } from "./wanted.ts";

/** `reviewable`: the runs whose screenshots can be approved. */
export type Started = { exit: ClientExit; reviewable: readonly string[] };
export type LocalRun = {
  /** Whether screenshots are compared with baselines. */
  compares: boolean;
  facts: CiFacts;
  timeout: number;
  scenarios: string[] | undefined;
  browsers: string[] | undefined;
  /** Starts the runs in this command's service and waits for them, until `signal` aborts. */
  start(use: CommandUse, signal: AbortSignal): Promise<Started>;
};

/** Throws if something cannot be started, and ClientError (3) if a branch has nothing to compare with. */
export async function runLocal(use: CommandUse, run: LocalRun): Promise<ClientExit> {
  return withLocal(use, await readWanted(use), async ({ use: here, labels, mainBranch, signal }) => {
    const { options, out, settings } = here;
    const { facts, timeout, browsers, scenarios } = run;
    const place = {
      project: settings.project,
      environment: settings.environment,
      browsers,
      labels: scenarios ?? labels,
    };
    const how = {
      facts,
      mainBranch,
      timeout,
      create: options.createBaselines === true,
      json: options.json === true,
      signal,
    };
    const ready = !run.compares || (await firstBaselines(here.service, { ...place, ...how, note: out.note }));
    if (!ready) return CLIENT_EXIT.errored;
    const { exit, reviewable } = await run.start(here, signal);
    if (exit === CLIENT_EXIT.failed) await tellHowToApprove(here, reviewable);
    const command = textOf(options, "exec");
    if (command === undefined || signal.aborted) return exit;
    const { execute } = await import("./exec.ts");
    return worstOf([exit, await execute(command, here, signal)]);
  });
}

/** Prints the baseline run that makes the current screenshots the baselines, in the data folder that was kept. */
async function tellHowToApprove({ service, options, out }: CommandUse, runIds: readonly string[]): Promise<void> {
  const labels = new Set<string>();
  for (const runId of runIds) for (const label of await failedLabels(service, runId)) labels.add(label);
  if (labels.size === 0) return;
  out.note(`${INTENDED}: ${baselineCommand(options, [...labels]).join(" ")}`);
}
