import type { Command } from "commander";
import { viewWords } from "../../domain/visual/viewWords.ts";
import { runs } from "../command.ts";

export function addBaselines(program: Command): void {
  const group = program.command("baselines").description("the screenshots that tests compare with");

  runs(
    group
      .command("rollback-run")
      .description("revert every baseline that a run created, directly or by approvals of its results")
      .argument("<runId>", "the run; it must have finished"),
    {
      async act({ ctx, caller }, { args, out }) {
        const { rollbackRun } = await import("../../api/operations/visual/rollbackRun.ts");
        const done = await rollbackRun(ctx, caller, args[0] ?? "");
        const place = (b: (typeof done.rolledBack | typeof done.kept)[number]) =>
          `${b.scenarioLabel || "a deleted scenario"}${b.selector ? ` ${b.selector}` : ""} (${viewWords(b)}, ${b.branch})`;
        out.answer(done, [
          done.message,
          ...done.rolledBack.map((b) => `${place(b)}: ${b.restored ? `version ${b.restored.version} again` : "none"}`),
          ...done.kept.map((b) => `${place(b)}: version ${b.newer.version} by ${b.newer.promotedBy} stays`),
        ]);
      },
    },
  );
}
