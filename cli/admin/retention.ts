import type { Command } from "commander";
import type { SweepView } from "../../api/operations/retention/sweeps.ts";
import { plural } from "../../domain/text.ts";
import { byRetentionKind } from "../../domain/words/retention.ts";
import { runs } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import { table } from "../output.ts";
import type { Session } from "../session.ts";
import { untilFinished } from "./untilFinished.ts";

export function addRetention(program: Command): void {
  const group = program.command("retention").description("deletion of expired data");
  runs(group.command("plan").description("count what a sweep would delete, and delete nothing"), {
    act: (session, { out }) => sweep(session, out, "plan"),
  });
  runs(group.command("run").description("delete expired data now instead of waiting for the daily sweep"), {
    act: (session, { out }) => sweep(session, out, "retention"),
  });
}

async function sweep({ ctx, caller }: Session, out: Output, kind: "plan" | "retention"): Promise<void> {
  const { askForSweep, readSweep } = await import("../../api/operations/retention/sweeps.ts");
  const now = await untilFinished("sweep", await askForSweep(ctx, caller, kind), ({ id }) =>
    readSweep(ctx, caller, id),
  );
  if (now.status === "skipped") throw new CliError(EXIT.refused, "tool_error", `The sweep stopped: ${now.error}`);
  if (now.error !== null) throw new CliError(EXIT.refused, "tool_error", `The sweep failed: ${now.error}`);
  out.answer(now, linesOf(now));
  if (now.totals.documents > 0) out.note(FILES[kind]);
}

/** What the counts do not show. */
const FILES = {
  plan: "The runs and jobs are deleted first; the next day's sweep deletes their artifacts.",
  retention: "The next day's sweep deletes the artifacts of these runs and jobs.",
};

function linesOf({ projects, totals }: SweepView): string[] {
  const counted = (["run", "job", "document", "artifact", "byte"] as const).map((one) =>
    plural(totals[`${one}s`], one),
  );
  const rows = projects.map(({ project, runs: byKind, ...counts }) => {
    return { project, ...byRetentionKind((kind) => byKind[kind] ?? 0), ...counts };
  });
  return [...table(rows), counted.join(", ")];
}
