import type { Command } from "commander";
import type { ImportReport } from "../../api/operations/scenarios/importScenarios.ts";
import { plural } from "../../domain/text.ts";
import { runs, text } from "../command.ts";
import { readInput } from "../input.ts";
import { type Output, table } from "../output.ts";

export function addScenarios(program: Command): void {
  const group = program.command("scenarios").description("pages under test");

  runs<unknown>(
    group
      .command("import")
      .description("create and update scenarios by label, from our own JSON or a BackstopJS configuration")
      .argument("<file>", "the file; - reads standard input")
      .requiredOption("--project <slug>", "project")
      .option("--set-viewports", "also give the project the file's viewport sizes"),
    {
      async prepare({ args }) {
        const { readScenarioText } = await import("../../domain/import/parseScenarioFile.ts");
        const [file = "-"] = args;
        return readScenarioText(await readInput(file), file === "-" ? undefined : file);
      },
      async act({ ctx, caller }, { options, out }, file) {
        const { importScenarios } = await import("../../api/operations/scenarios/importScenarios.ts");
        const report = await importScenarios(ctx, caller, {
          project: text(options, "project"),
          file: file as object,
          setViewports: options.setViewports === true,
        });
        out.answer(report, [sentence(report)]);
        explain(report, out);
      },
    },
  );

  runs(group.command("list").description("a project's scenarios").requiredOption("--project <slug>", "project"), {
    async act({ ctx, caller }, { options, out }) {
      const { listScenarios } = await import("../../api/operations/scenarios/listScenarios.ts");
      const scenarios = await listScenarios(ctx, caller, { project: text(options, "project") });
      const rows = scenarios.map((s) => ({
        label: s.label,
        url: s.url,
        viewports: s.viewports.join(","),
        selectors: s.selectors.length === 0 ? "whole page" : String(s.selectors.length),
        misMatchThreshold: s.misMatchThreshold,
      }));
      out.answer({ scenarios, count: scenarios.length }, table(rows));
      if (rows.length === 0) out.note('No scenarios yet. Import them with "scenarios import".');
    },
  });
}

function sentence({ created, updated, unchanged, rules, project, needsYou, noMeaning }: ImportReport): string {
  const ruleCount = rules.created + rules.updated + rules.unchanged;
  return [
    `${project}: ${created} created, ${updated} updated, ${unchanged} unchanged`,
    ...(ruleCount > 0
      ? [`rules: ${rules.created} created, ${rules.updated} updated, ${rules.unchanged} unchanged`]
      : []),
    ...(needsYou.length > 0
      ? [`${plural(needsYou.length, "setting")} ${needsYou.length === 1 ? "needs" : "need"} your attention`]
      : []),
    ...(noMeaning.length > 0 ? [`${noMeaning.length} not supported`] : []),
  ].join("; ");
}

function explain(report: ImportReport, out: Output): void {
  for (const warning of report.warnings) out.note(`note: ${warning}`);
  if (Object.keys(report.viewports).length > 0 && !report.viewportsSet)
    out.note("note: the project keeps its viewport sizes; --set-viewports imports those of the file.");
  for (const { path, reason } of report.needsYou) out.note(`needs your attention: ${path}: ${reason}`);
  for (const { path, reason } of report.noMeaning) out.note(`not supported: ${path}: ${reason}`);
}
