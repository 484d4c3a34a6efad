import type { Command } from "commander";
import { given } from "../../domain/given.ts";
import { optional, runs, text } from "../command.ts";
import { parseSecret, readInput, readJson } from "../input.ts";
import { fields, table } from "../output.ts";
import { addDelete } from "./erase.ts";

export function addProjects(program: Command): void {
  const group = program.command("projects").description("sites under test");

  runs(
    group
      .command("create")
      .description("create a project with its environment Production")
      .requiredOption("--name <name>", "display name")
      .requiredOption("--base-url <url>", "address of the site")
      .option("--slug <slug>", "name in addresses and calls; default: from the name"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { createProject } = await import("../../api/operations/projects/createProject.ts");
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

  runs<unknown>(
    group
      .command("settings")
      .description("show the options and thresholds of a project's audits and gate, or replace them from a file")
      .argument("<slug>", "project")
      .option("--set <file>", "JSON file; - reads standard input"),
    {
      async prepare({ options }) {
        const file = optional(options, "set");
        return file === undefined ? undefined : readJson(file);
      },
      async act({ ctx, caller }, { args, out }, settings) {
        const { readEditableSettings, saveEditedSettings } = await import(
          "../../api/operations/projects/editSettings.ts"
        );
        const project = args[0] ?? "";
        const { settings: now } =
          settings === undefined
            ? await readEditableSettings(ctx, caller, { project })
            : await saveEditedSettings(ctx, caller, { project, settings });
        out.answer(now, [JSON.stringify(now, null, 2)]);
      },
    },
  );

  runs<unknown>(
    group
      .command("tickets")
      .description("show where a project's tickets live, without the token, or set it from a file")
      .argument("<slug>", "project")
      .option(
        "--set <file>",
        "JSON file with system, baseUrl, token, email, repository, comment; - reads standard input",
      )
      .option("--remove", "remove it"),
    {
      async prepare({ options }) {
        const file = optional(options, "set");
        return file === undefined
          ? undefined
          : parseSecret(await readInput(file), "The description of the ticket system");
      },
      async act({ ctx, caller }, { args, options, out }, given) {
        const { readTicketSystem, setTicketSystem } = await import("../../api/operations/projects/ticketSystem.ts");
        const project = args[0] ?? "";
        const system = options.remove === true ? null : given;
        const { tickets: now } =
          system === undefined
            ? await readTicketSystem(ctx, caller, { project })
            : await setTicketSystem(ctx, caller, { project, system });
        out.answer(now, [now === null ? "The project has no ticket system." : JSON.stringify(now, null, 2)]);
      },
    },
  );

  runs(
    group
      .command("previews")
      .description("show on which hosts runs may visit previews of branches, or set them")
      .argument("<slug>", "project")
      .option("--set <hosts>", "comma-separated, such as *.preview.example.com; access data is sent there")
      .option("--remove", "allow no previews"),
    {
      async act({ ctx, caller }, { args, options, out }) {
        const { readPreviews, setPreviewHosts } = await import("../../api/operations/projects/previewHosts.ts");
        const project = args[0] ?? "";
        const set = optional(options, "set");
        const named = (set ?? "").split(",").flatMap((host) => host.trim() || []);
        const hosts = options.remove === true ? [] : named;
        const now =
          options.remove === true || set !== undefined
            ? await setPreviewHosts(ctx, caller, { project, hosts })
            : await readPreviews(ctx, caller, { project });
        const allowed = now.hosts.length > 0 ? now.hosts.join(", ") : "none: runs may visit no preview";
        out.answer(now, [`Hosts: ${allowed}`, ...table(now.previews)]);
      },
    },
  );

  addDelete(
    group
      .command("delete")
      .description("permanently delete a project, with its runs, baselines, screenshots and keys")
      .argument("<slug>", "project")
      .option("--organisation <slug>", "its organisation; default: this installation's own"),
    ({ args, options }) => ({
      kind: "project",
      ...given({ named: args[0], organisation: optional(options, "organisation") }),
    }),
  );

  runs(group.command("list").description("all projects"), {
    async act({ ctx, caller }, { out }) {
      const { listProjects } = await import("../../api/operations/projects/listProjects.ts");
      const projects = await listProjects(ctx, caller);
      out.answer(
        { projects, count: projects.length },
        table(
          projects.map(({ slug, name, baseUrl, scenarioCount, id }) => ({ slug, name, baseUrl, scenarioCount, id })),
        ),
      );
      if (projects.length === 0) out.note('No projects yet. Create one with "projects create".');
    },
  });
}
