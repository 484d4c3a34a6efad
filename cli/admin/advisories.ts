import path from "node:path";
import type { Command } from "commander";
import { plural } from "../../domain/text.ts";
import { optional, runs } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readInput } from "../input.ts";

export function addAdvisories(program: Command): void {
  const group = program.command("advisories").description("known vulnerabilities of script libraries");

  runs<{ date: string; text: string }>(
    group
      .command("import")
      .description("use newer Retire.js data (its file jsrepository.json) than the bundled data")
      .argument("<file>", "the file; - reads standard input")
      .option("--date <day>", "day of the data's last change, such as 2026-08-20; default: from the file's name"),
    {
      async prepare({ args, options }) {
        const file = args[0] ?? "-";
        const date = optional(options, "date") ?? /\d{4}-\d{2}-\d{2}/.exec(path.basename(file))?.[0];
        if (date === undefined)
          throw new CliError(EXIT.usage, "usage", "Pass --date: the day of the data's last change.");
        return { date, text: await readInput(file) };
      },
      async act({ ctx, caller }, { out }, input) {
        const { importAdvisories } = await import("../../api/operations/audits/importAdvisories.ts");
        const data = await importAdvisories(ctx, caller, input);
        out.answer(data, [
          `${plural(data.vulnerabilities ?? 0, "vulnerability", "vulnerabilities")} of ${plural(data.libraries ?? 0, "library", "libraries")}, of ${data.date}`,
        ]);
      },
    },
  );
}
