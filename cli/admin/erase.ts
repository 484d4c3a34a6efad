// Commands that permanently delete something: they show what would be deleted, ask for its name, and wait until a worker has finished.
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import type { ErasurePlan, ErasureView } from "../../api/operations/erasure/erasures.ts";
import type { Asked } from "../../api/operations/erasure/subjects.ts";
import { optional, type Run, runs } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { fields, type Output } from "../output.ts";
import type { Session } from "../session.ts";

/**
 * A worker looks for deletions every 30 s, or at the interval of SVC_RECONCILE_EVERY_MS. If none has started this one within this time, no
 * worker is running.
 */
const TAKEN_MS = 180_000;
const LOOK_MS = 500;

/** Adds the options and action of a deletion. `asked` returns what the command line names. */
export function addDelete(command: Command, asked: (run: Run) => Asked): void {
  runs(
    command
      .option("--confirm <name>", "name of what is deleted (of an account its address); without it you are asked")
      .option("--plan", "show what would be deleted, and delete nothing"),
    {
      async act(session, run) {
        const { planErasure } = await import("../../api/operations/erasure/erasures.ts");
        const plan = await planErasure(session.ctx, session.caller, asked(run));
        if (run.options.plan === true) return run.out.answer(plan, planLines(plan));
        if (plan.refusal !== null) throw new CliError(EXIT.refused, "conflict", plan.refusal);
        const confirm = optional(run.options, "confirm") ?? (await askFor(plan, run.out));
        await erase(session, run.out, { ...asked(run), confirm });
      },
    },
  );
}

const planLines = ({ kind, confirm, counts, refusal }: ErasurePlan): string[] => [
  ...fields({ [kind]: confirm, ...counts }),
  ...(refusal === null ? [] : [refusal]),
];

/** Asks for the name to confirm; only a person at a terminal can be asked. */
async function askFor(plan: ErasurePlan, out: Output): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CliError(EXIT.usage, "usage", `Nothing was deleted: add --confirm with the name, here ${plan.confirm}.`);
  for (const line of planLines(plan)) out.note(line);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(`This cannot be undone. Type ${plan.confirm} to confirm: `);
  } finally {
    terminal.close();
  }
}

async function erase({ ctx, caller }: Session, out: Output, asked: Asked & { confirm: string }): Promise<void> {
  const { askForErasure, readErasure } = await import("../../api/operations/erasure/erasures.ts");
  let now = await askForErasure(ctx, caller, asked);
  out.note("Its keys and sessions have ended. Deleting the rest.");
  const until = Date.now() + TAKEN_MS;
  let phase = "";
  while (now.finishedAt === null) {
    if (now.status === "waiting" && Date.now() > until)
      throw new CliError(
        EXIT.unavailable,
        "unavailable",
        "No worker has started the deletion. It starts when the service is running.",
      );
    if (now.phase !== phase && now.status === "running") out.note(now.phase);
    phase = now.phase;
    await pause(LOOK_MS);
    now = await readErasure(ctx, caller, now.id);
  }
  if (now.error !== null) throw new CliError(EXIT.refused, "tool_error", `The deletion failed: ${now.error}`);
  out.answer(now, linesOf(now));
}

function linesOf({
  totals: { documents, names, artifacts, bytes, executions },
  documents: byName,
}: ErasureView): string[] {
  const named = names > 0 ? [`${names} documents lost a name`] : [];
  return [
    ...fields(byName),
    [
      `${documents} documents deleted`,
      ...named,
      `${artifacts} artifacts`,
      `${bytes} bytes`,
      `${executions} workflow histories`,
    ].join(", "),
  ];
}
