import { basename } from "node:path";
import type { Command } from "commander";
import { optional, runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readInput } from "../input.ts";

export function addFeatures(program: Command): void {
  const group = program.command("features").description("functional features, as Gherkin files");

  runs<string[]>(
    group
      .command("import")
      .description("make a feature of each .feature file, or make the one of its id what the file says")
      .argument("<files...>", "the files; - reads standard input")
      .requiredOption("--project <slug>", "project")
      .option("--id <id>", "id of the feature, for one file; else the name of the file")
      .option("--group <folder>", "folder, such as Shop/Checkout"),
    {
      prepare: async ({ args, options }) => {
        if (args.length > 1 && optional(options, "id") !== undefined)
          throw new CliError(EXIT.usage, "validation_error", "--id goes with one file.");
        const texts: string[] = [];
        for (const file of args) texts.push(await readInput(file));
        return texts;
      },
      async act({ ctx, caller }, { args, options, out }, texts) {
        const { resolveProject } = await import("../../api/lib/access.ts");
        const { putFeatures } = await import("../../api/operations/functional/putFeatures.ts");
        const { groupOf } = await import("../../domain/functional/feature.ts");
        const { slugOf } = await import("../../domain/functional/slug.ts");
        const project = await resolveProject(ctx, caller, text(options, "project"));
        const folder = optional(options, "group");
        const features = texts.map((gherkin, at) => {
          const file = args[at] ?? "-";
          const named = optional(options, "id") ?? (file === "-" ? undefined : basename(file, ".feature"));
          return {
            gherkin,
            ...(named !== undefined && { featureId: slugOf(named, "feature") }),
            ...(folder !== undefined && { group: groupOf(folder) }),
          };
        });
        const results = await putFeatures(ctx, caller, { project, features, overwrite: true });
        for (const [at, result] of results.entries()) {
          if (!result.ok) throw new CliError(EXIT.refused, "validation_error", `${args[at]}: ${result.error}`);
          out.answer(result, [`${result.featureId} ${result.change} (${result.status}, version ${result.version})`]);
          for (const one of result.open) out.note(`open: ${one}`);
        }
      },
    },
  );

  runs(
    group
      .command("export")
      .description("the text of a feature")
      .argument("<id>", "id of the feature")
      .requiredOption("--project <slug>", "project"),
    {
      async act({ ctx, caller }, { args, options, out }) {
        const { resolveProject } = await import("../../api/lib/access.ts");
        const { readFeatureOf } = await import("../../api/operations/functional/findFeature.ts");
        const project = await resolveProject(ctx, caller, text(options, "project"));
        const { feature } = await readFeatureOf(ctx, caller, { project, featureId: args[0] ?? "" });
        const { featureId, gherkin, version } = feature;
        out.answer({ featureId, gherkin, version }, [gherkin.replace(/\n$/, "")]);
      },
    },
  );
}
