import { type Command, Option } from "commander";
import { given } from "../../domain/given.ts";
import type { Role } from "../../models/user.ts";
import { runs, text } from "../command.ts";
import { CliError, EXIT } from "../exit.ts";
import { readStdin } from "../input.ts";
import { fields } from "../output.ts";

/** models/user.ts has the list, but loading it loads mongoose, and --help should be quick. The type keeps the two equal. */
const ROLES = Object.keys({ admin: 0, editor: 0, viewer: 0 } satisfies Record<Role, 0>);

export function addUsers(program: Command): void {
  const group = program.command("users").description("people who sign in to the dashboard");

  runs<string | undefined>(
    group
      .command("create")
      .description("make a user; without --password-stdin a password is made and printed, once")
      .requiredOption("--email <address>", "address to sign in with")
      .requiredOption("--name <name>", "name that people read")
      .addOption(new Option("--role <role>", "what they may do").choices(ROLES).makeOptionMandatory())
      .option("--password-stdin", "read the password from standard input"),
    {
      async prepare({ options }) {
        if (options.passwordStdin !== true) return undefined;
        const password = (await readStdin()).replace(/\r?\n$/, "");
        if (password === "") throw new CliError(EXIT.usage, "usage", "Standard input holds no password.");
        return password;
      },
      async act({ ctx, caller }, { options, out }, password) {
        const { createUser } = await import("../../api/operations/admin/createUser.ts");
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
        if (made.password !== null) out.note("The password is shown only now.");
      },
    },
  );
}
