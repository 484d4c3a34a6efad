import { basename, extname } from "node:path";
import { type Command, Option } from "commander";
import { optional, runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readInput } from "../input.ts";

/** Returns what the id of a file's feature is made from; undefined for standard input, where it is the feature's name. */
const nameOf = (file: string, given?: string): string | undefined =>
  given ?? (file === "-" ? undefined : basename(file, extname(file)));

export function addFeatures(program: Command): void {
  const group = program.command("features").description("functional features, as Gherkin files");

  runs<string[]>(
    group
      .command("import")
      .description(
        "create or update a feature from each .feature file; .json files are recordings of Chrome's DevTools and become drafts",
      )
      .argument("<files...>", "the files; - reads standard input")
      .requiredOption("--project <slug>", "project")
      .option("--id <id>", "id of the feature, for one file; default: the name of the file")
      .option("--group <folder>", "folder, such as Shop/Checkout"),
    {
      prepare: async ({ args, options }) => {
        if (args.length > 1 && optional(options, "id") !== undefined)
          throw new CliError(EXIT.usage, "validation_error", "--id goes with one file.");
        const { slugOf } = await import("../../domain/functional/slug.ts");
        const ids = args.map((file) => nameOf(file)).map((name) => name && slugOf(name, "feature"));
        const at = ids.findIndex((id, n) => id !== undefined && ids.indexOf(id) !== n);
        if (at >= 0)
          throw new CliError(
            EXIT.usage,
            "validation_error",
            `${args[ids.indexOf(ids[at])]} and ${args[at]} would both become the feature "${ids[at]}". Import them one by one with --id.`,
          );
        const texts: string[] = [];
        for (const file of args) texts.push(await readInput(file));
        return texts;
      },
      async act({ ctx, caller }, { args, options, out }, texts) {
        const { resolveProject } = await import("../../api/lib/access.ts");
        const { putFeatures } = await import("../../api/operations/functional/putFeatures.ts");
        const { groupOf } = await import("../../domain/functional/feature.ts");
        const project = await resolveProject(ctx, caller, text(options, "project"));
        const folder = optional(options, "group");
        const { importRecorded } = await import("../../api/operations/functional/recorder.ts");
        const { slugOf, unmarkedSlugOf } = await import("../../domain/functional/slug.ts");
        const files = texts.map((content, at) => {
          const file = args[at] ?? "-";
          const name = nameOf(file, optional(options, "id"));
          return {
            file,
            content,
            recorded: extname(file) === ".json",
            ...(name !== undefined && {
              featureId: slugOf(name, "feature"),
              formerId: unmarkedSlugOf(name, "feature"),
            }),
            ...(folder !== undefined && { group: groupOf(folder) }),
          };
        });
        for (const { file, content, recorded, ...place } of files) {
          if (!recorded) continue;
          const { saved, notes } = await importRecorded(ctx, caller, { project, recording: content, ...place });
          const { featureId, version, status } = saved.feature;
          out.answer({ file, featureId, ok: true, change: saved.change, version, status, open: saved.open, notes }, [
            `${featureId} ${saved.change} (${status}, version ${version})`,
          ]);
          for (const one of [...notes, ...saved.open.map((why) => `open: ${why}`)]) out.note(one);
        }
        const written = files.filter(({ recorded }) => !recorded);
        const features = written.map(({ file: _, recorded: __, content, ...place }) => ({
          gherkin: content,
          ...place,
        }));
        const results = await putFeatures(ctx, caller, { project, features, overwrite: true });
        for (const [at, result] of results.entries()) {
          if (!result.ok)
            throw new CliError(EXIT.refused, "validation_error", `${written[at]?.file ?? "-"}: ${result.error}`);
          out.answer(result, [`${result.featureId} ${result.change} (${result.status}, version ${result.version})`]);
          for (const one of result.open) out.note(`open: ${one}`);
          for (const { line, instead } of result.suggested)
            if (instead.length > 0) out.note(`line ${line}: use ${instead.join(" or ")}`);
        }
      },
    },
  );

  runs(
    group
      .command("export")
      .description("the text of a feature, or a scenario of it as a recording that Chrome's DevTools take")
      .argument("<id>", "id of the feature")
      .requiredOption("--project <slug>", "project")
      .addOption(new Option("--format <format>", "format").choices(["gherkin", "recorder"]).default("gherkin"))
      .option("--scenario <id>", "the scenario, for recorder, if the feature has several"),
    {
      async act({ ctx, caller }, { args, options, out }) {
        const { resolveProject } = await import("../../api/lib/access.ts");
        const { readFeatureOf } = await import("../../api/operations/functional/findFeature.ts");
        const project = await resolveProject(ctx, caller, text(options, "project"));
        if (text(options, "format") === "recorder") {
          const { exportRecorded } = await import("../../api/operations/functional/recorder.ts");
          const place = { project, featureId: args[0] ?? "", scenario: optional(options, "scenario") };
          const flow = await exportRecorded(ctx, caller, place);
          out.answer(flow, [JSON.stringify(flow, null, 2)]);
          return;
        }
        const { feature } = await readFeatureOf(ctx, caller, { project, featureId: args[0] ?? "" });
        const { featureId, gherkin, version } = feature;
        out.answer({ featureId, gherkin, version }, [gherkin.replace(/\n$/, "")]);
      },
    },
  );
}
