import type { Command } from "commander";
import type { PlanCounts } from "../../api/operations/tracking/importTrackingPlan.ts";
import { runs, text } from "../command.ts";
import { readJson } from "../input.ts";

export function addTracking(program: Command): void {
  const group = program.command("tracking").description("what a site must send to its analytics");

  runs<unknown>(
    group
      .command("import")
      .description("create and update the tracking plan's pages and events by their ids, from a JSON file")
      .argument("<file>", "the file; - reads standard input")
      .requiredOption("--project <slug>", "project")
      .option("--replace", "also remove pages and events that the file does not name"),
    {
      prepare: ({ args }) => readJson(args[0] ?? "-"),
      async act({ ctx, caller }, { options, out }, file) {
        const { importTrackingPlan } = await import("../../api/operations/tracking/importTrackingPlan.ts");
        const report = await importTrackingPlan(ctx, caller, {
          project: text(options, "project"),
          file: file as object,
          replace: options.replace === true,
        });
        out.answer(report, [`${report.project}: pages ${words(report.pages)}; events ${words(report.events)}`]);
        for (const label of report.unknownScenarios) out.note(`note: no scenario is named "${label}".`);
      },
    },
  );

  runs(group.command("show").description("a project's tracking plan").requiredOption("--project <slug>", "project"), {
    async act({ ctx, caller }, { options, out }) {
      const { readPlan } = await import("../../api/operations/tracking/trackingPlan.ts");
      const plan = await readPlan(ctx, caller, { project: text(options, "project") });
      out.answer(plan, [JSON.stringify(plan, null, 2)]);
    },
  });
}

const words = ({ created, updated, unchanged, removed }: PlanCounts) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged${removed > 0 ? `, ${removed} removed` : ""}`;
