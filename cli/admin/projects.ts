import type { Command } from "commander";
import { given, optional, runs, text } from "../command.ts";
import { fields, table } from "../output.ts";

export function addProjects(program: Command): void {
  const group = program.command("projects").description("sites under test");

  runs(
    group
      .command("create")
      .description("make a project with its environment Production")
      .requiredOption("--name <name>", "name that people read")
      .requiredOption("--base-url <url>", "address of the site")
      .option("--slug <slug>", "name in addresses and calls; made from the name when left out"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { createProject } = await import("../../api/operations/admin/createProject.ts");
        const input = {
          name: text(options, "name"),
          baseUrl: text(options, "baseUrl"),
          slug: optional(options, "slug"),
        };
        const made = await createProject(ctx, caller, given(input));
        out.answer(made, fields({ ...made.project, environment: made.environment.slug }));
      },
    },
  );

  runs(group.command("list").description("all projects"), {
    async act({ ctx, caller }, { out }) {
      const { listProjects } = await import("../../api/operations/admin/listProjects.ts");
      const projects = await listProjects(ctx, caller);
      out.answer(
        { projects, count: projects.length },
        table(
          projects.map(({ slug, name, baseUrl, scenarioCount, id }) => ({ slug, name, baseUrl, scenarioCount, id })),
        ),
      );
      if (projects.length === 0) out.note('No projects yet: "projects create" makes one.');
    },
  });
}
