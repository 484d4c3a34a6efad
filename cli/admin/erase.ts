// Commands that permanently delete something: they show what would be deleted, ask for its name, and wait until a worker has finished.
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import type { ErasurePlan, ErasureView } from "../../api/operations/erasure/erasures.ts";
import type { Asked } from "../../api/operations/erasure/subjects.ts";
import { optional, type Run, runs } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { fields, type Output } from "../output.ts";
import type { Session } from "../session.ts";
import { untilFinished } from "./untilFinished.ts";

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
  const first = await askForErasure(ctx, caller, asked);
  out.note("Its keys and sessions are revoked. Deleting its data.");
  let phase = "";
  const now = await untilFinished("deletion", first, (before) => {
    if (before.phase !== phase && before.status === "running") out.note(before.phase);
    phase = before.phase;
    return readErasure(ctx, caller, before.id);
  });
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
