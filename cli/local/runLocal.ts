// `run --local` from the first baselines to the verdict, and how to accept what changed: the service is gone afterwards.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { CLIENT_EXIT, type ClientExit, worstOf } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { firstBaselines } from "./baselines.ts";
import { withLocal } from "./local.ts";

/** `reviewable`: the runs whose screenshots can be approved. */
export type Started = { exit: ClientExit; reviewable: readonly string[] };
export type LocalRun = {
  /** Whether screenshots are compared with baselines. */
  compares: boolean;
  facts: CiFacts;
  timeout: number;
  scenarios: string[] | undefined;
  browsers: string[] | undefined;
  /** Starts the runs in the service of this command and waits for them. */
  start(use: CommandUse): Promise<Started>;
};

/** Throws what cannot be started, and ClientError (3) where a branch has nothing to compare with. */
export function runLocal(use: CommandUse, run: LocalRun): Promise<ClientExit> {
  return withLocal(use, async ({ use: here, labels, mainBranch, signal }) => {
    const { options, out, settings } = here;
    const { facts, timeout, browsers, scenarios } = run;
    const place = {
      project: settings.project,
      environment: settings.environment,
      browsers,
      labels: scenarios ?? labels,
    };
    const how = { facts, mainBranch, timeout, create: options.createBaselines === true, json: options.json === true };
    const ready = !run.compares || (await firstBaselines(here.service, { ...place, ...how, note: out.note }));
    if (!ready) return CLIENT_EXIT.errored;
    const { exit, reviewable } = await run.start(here);
    if (exit === CLIENT_EXIT.failed) await tellHowToApprove(here, reviewable);
    const command = textOf(options, "exec");
    if (command === undefined || signal.aborted) return exit;
    const { execute } = await import("./exec.ts");
    return worstOf([exit, await execute(command, here, signal)]);
  });
}

const RESULTS = "/api/ci/runs/{runId}/results";
/** Options that the same run needs again. */
const REPEATED = ["serve", "url", "data", "service", "file", "environment", "project"] as const;

/** A run of type baseline makes the current look the baseline, in the data folder that was kept. */
async function tellHowToApprove(use: CommandUse, runIds: readonly string[]): Promise<void> {
  const { service, options, out } = use;
  const labels = new Set<string>();
  for (const runId of runIds) {
    let cursor: string | undefined;
    do {
      const page: AnswerAt<"GET", typeof RESULTS> = await service.get(RESULTS, {
        params: { runId },
        query: { status: "failed", cursor },
      });
      for (const one of "results" in page ? page.results : []) labels.add(one.scenarioLabel);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  if (labels.size === 0) return;
  const words = ["plumbline run baseline --local"];
  for (const label of labels) words.push(`--scenario ${quoted(label)}`);
  for (const name of REPEATED) {
    const value = textOf(options, name);
    if (value !== undefined) words.push(`--${name} ${quoted(value)}`);
  }
  out.note(`If intended: ${words.join(" ")}`);
}

/** As a shell takes it for one word. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
