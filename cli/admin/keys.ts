import { type Command, Option } from "commander";
import { given } from "../../domain/given.ts";
import { SCOPES, type Scope } from "../../domain/keys.ts";
import { optional, runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readStdin } from "../input.ts";
import { table } from "../output.ts";

export function addKeys(program: Command): void {
  const group = program.command("keys").description("API keys");

  runs(
    group
      .command("create")
      .description("create a key and print it once")
      .addOption(new Option("--project <slug>", "a project key for this project").conflicts("org"))
      .option("--org", "an org agent key, for all projects")
      .addOption(new Option("--scope <scope>", "what it may do").choices(SCOPES).default("mcp_full"))
      .option("--name <name>", "what it is for")
      .addOption(new Option("--default-project <slug>", "org agent key: default project of calls").conflicts("project"))
      .option("--expires <time>", "when it expires, such as 2027-01-31T12:00:00Z"),
    {
      async prepare({ options }) {
        if (options.org !== true && optional(options, "project") === undefined)
          throw new CliError(EXIT.usage, "usage", "Pass --project <slug>, or --org.");
      },
      async act({ ctx, caller }, { options, out }) {
        const { createKey } = await import("../../api/operations/keys/createKey.ts");
        const project = optional(options, "project");
        const scope = text(options, "scope") as Scope;
        const input = {
          kind: project === undefined ? ("org" as const) : ("project" as const),
          name: optional(options, "name") ?? `${project ?? "organisation"} ${scope}`,
          project,
          scope,
          defaultProject: optional(options, "defaultProject"),
          expiresAt: optional(options, "expires"),
        };
        const made = await createKey(ctx, caller, given(input));
        out.answer(made, [made.key]);
        out.note(`${made.record.id}: scope ${made.record.scope}. The key is shown only once.`);
      },
    },
  );

  runs<string>(
    group
      .command("revoke")
      .description("revoke a key immediately")
      .argument("<key>", "its id, its hint or its full text; - reads it from standard input"),
    {
      async prepare({ args }) {
        return args[0] === "-" ? (await readStdin()).trim() : (args[0] ?? "");
      },
      async act({ ctx, caller }, { out }, key) {
        const { revokeKey } = await import("../../api/operations/keys/revokeKey.ts");
        const { record, revokedNow } = await revokeKey(ctx, caller, { key });
        out.answer({ record, revokedNow }, [
          `${record.id} ${revokedNow ? "revoked" : `was already revoked, at ${record.revokedAt}`}`,
        ]);
      },
    },
  );

  runs(group.command("list").description("all keys, the newest first"), {
    async act({ ctx, caller }, { out }) {
      const { listKeys } = await import("../../api/operations/keys/listKeys.ts");
      const keys = await listKeys(ctx, caller);
      const rows = keys.map((k) => ({
        id: k.id,
        name: k.name,
        hint: `${k.hint}…`,
        scope: k.scope,
        for: k.projectId ?? k.defaultProject ?? "all projects",
        created: k.createdAt,
        expires: k.expiresAt,
        lastUsed: k.lastUsedAt,
        revoked: k.revokedAt,
      }));
      out.answer({ keys, count: keys.length }, table(rows));
    },
  });
}
