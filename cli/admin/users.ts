import { type Command, Option } from "commander";
import { given } from "../../domain/given.ts";
import { LINK_KINDS, type LinkKind, linkAddress } from "../../domain/people/links.ts";
import type { Role } from "../../models/users/schema.ts";
import { runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readStdin } from "../input.ts";
import { fields, table } from "../output.ts";
import { addDelete } from "./erase.ts";

/** models/users/schema.ts exports this list, but importing it loads mongoose, and --help should be fast. The type keeps both lists in sync. */
const ROLES = Object.keys({ admin: 0, editor: 0, viewer: 0 } satisfies Record<Role, 0>);

export function addUsers(program: Command): void {
  const group = program.command("users").description("people who sign in to the dashboard");

  runs<string | undefined>(
    group
      .command("create")
      .description("create a user; without --password-stdin a password is generated and printed once")
      .requiredOption("--email <address>", "address to sign in with")
      .requiredOption("--name <name>", "display name")
      .addOption(new Option("--role <role>", "what they may do").choices(ROLES).makeOptionMandatory())
      .option("--password-stdin", "read the password from standard input"),
    {
      async prepare({ options }) {
        if (options.passwordStdin !== true) return undefined;
        const password = (await readStdin()).replace(/\r?\n$/, "");
        if (password === "") throw new CliError(EXIT.usage, "usage", "Standard input contains no password.");
        return password;
      },
      async act({ ctx, caller }, { options, out }, password) {
        const { createUser } = await import("../../api/operations/people/createUser.ts");
        const input = {
          email: text(options, "email"),
          name: text(options, "name"),
          role: text(options, "role") as Role,
          password,
        };
        const made = await createUser(ctx, caller, given(input));
        out.answer(
          made.password === null ? { user: made.user } : made,
          fields({ ...made.user, ...(made.password === null ? {} : { password: made.password }) }),
        );
        if (made.password !== null) out.note("The password is shown only once.");
      },
    },
  );

  runs(group.command("list").description("users, and the organisations that they are members of"), {
    async act({ ctx, caller }, { out }) {
      const { listUsers } = await import("../../api/operations/people/listUsers.ts");
      const users = await listUsers(ctx, caller);
      const rows = users.map(({ organisations, ...user }) => ({
        ...user,
        organisations: organisations.map(({ slug, role }) => `${slug} (${role})`).join(", "),
      }));
      out.answer({ users }, table(rows));
    },
  });

  runs(
    group
      .command("first-link")
      .description("print a new one-time link for the first administrator, while there is no user"),
    {
      async act({ ctx, caller, baseUrl }, { out }) {
        const { makeFirstLink } = await import("../../api/operations/people/firstAdministrator.ts");
        const token = await makeFirstLink(ctx, caller.orgId);
        if (token === null)
          throw new CliError(
            EXIT.refused,
            "conflict",
            "There are users already: users sign-in-link signs one of them in.",
          );
        const link = linkAddress(baseUrl, "welcome", token);
        out.answer({ link }, [link]);
        out.note(`It works once, for ${hours("welcome")} hours. Earlier links no longer work.`);
      },
    },
  );

  runs(
    group
      .command("sign-in-link")
      .description("print a one-time link that signs a user in")
      .requiredOption("--email <address>", "address of the user"),
    {
      async act({ ctx, caller, baseUrl }, { options, out }) {
        const { makeSignInLink } = await import("../../api/operations/people/signInLink.ts");
        const { token, expiresAt } = await makeSignInLink(ctx, caller, text(options, "email"));
        const link = linkAddress(baseUrl, "signIn", token);
        out.answer({ link, expiresAt: expiresAt.toISOString() }, [link]);
        out.note(`It works once, for ${LINK_KINDS.signIn.holdsMs / 60_000} minutes.`);
      },
    },
  );

  runs(
    group
      .command("reset-link")
      .description("print a one-time link for setting a new password")
      .requiredOption("--email <address>", "address of the user"),
    {
      async act({ ctx, caller, baseUrl }, { options, out }) {
        const { makeOperatorsResetLink } = await import("../../api/operations/people/resets.ts");
        const { token, expiresAt } = await makeOperatorsResetLink(ctx, caller, text(options, "email"));
        const link = linkAddress(baseUrl, "reset", token);
        out.answer({ link, expiresAt: expiresAt.toISOString() }, [link]);
        out.note(`Share it yourself. It works once, for ${hours("reset")} hours.`);
      },
    },
  );

  addDelete(
    group
      .command("delete")
      .description("permanently delete an account; its decisions and comments stay under the name Deleted user")
      .requiredOption("--email <address>", "address of the user"),
    ({ options }) => ({ kind: "user", named: text(options, "email") }),
  );
}

const hours = (kind: LinkKind): number => LINK_KINDS[kind].holdsMs / 3_600_000;
