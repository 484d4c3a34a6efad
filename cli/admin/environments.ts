import type { Command } from "commander";
import type { EnvironmentView } from "../../api/operations/environments/environmentView.ts";
import { given } from "../../domain/given.ts";
import { ACCESS_KINDS } from "../../domain/visual/shot.ts";
import { optional, runs, text } from "../command.ts";
import { parseSecret, readInput } from "../input.ts";
import { fields, table } from "../output.ts";

export function addEnvironments(program: Command): void {
  const group = program.command("environments").description("deployments of a project's site");

  runs<unknown>(
    group
      .command("create")
      .description("create an environment")
      .requiredOption("--project <slug>", "project")
      .requiredOption("--name <name>", "display name")
      .requiredOption("--base-url <url>", "address of the site there")
      .option("--slug <slug>", "name in addresses and calls; default: from the name")
      .option(
        "--access-file <file>",
        `JSON with ${ACCESS_KINDS.slice(0, -1).join(", ")} or ${ACCESS_KINDS.at(-1)}; - reads standard input`,
      ),
    {
      async prepare({ options }) {
        const file = optional(options, "accessFile");
        return file === undefined ? undefined : parseSecret(await readInput(file), "The access data");
      },
      async act({ ctx, caller }, { options, out }, access) {
        const { createEnvironment } = await import("../../api/operations/environments/createEnvironment.ts");
        const input = {
          project: text(options, "project"),
          name: text(options, "name"),
          baseUrl: text(options, "baseUrl"),
          slug: optional(options, "slug"),
          access,
        };
        const made = await createEnvironment(ctx, caller, given(input) as typeof input);
        out.answer(made, fields(forPeople(made)));
      },
    },
  );

  runs(group.command("list").description("a project's environments").requiredOption("--project <slug>", "project"), {
    async act({ ctx, caller }, { options, out }) {
      const { listEnvironments } = await import("../../api/operations/environments/listEnvironments.ts");
      const environments = await listEnvironments(ctx, caller, { project: text(options, "project") });
      out.answer({ environments, count: environments.length }, table(environments.map(forPeople)));
    },
  });
}

/** Removes the second name of the id, which is for programs. */
const forPeople = ({ environmentId: _, ...shown }: EnvironmentView) => shown;
