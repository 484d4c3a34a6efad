import { type Command, Option } from "commander";
import { given } from "../../domain/given.ts";
import { PLANS, type PlanName } from "../../domain/plans.ts";
import { optional, runs, text } from "../command.ts";
import { fields } from "../output.ts";
import { addDelete } from "./erase.ts";

export function addOrganisations(program: Command): void {
  const group = program.command("organisations").description("owners of projects, users and keys");

  runs(
    group
      .command("set-plan")
      .description("put an organisation on a plan")
      .addOption(new Option("--plan <plan>", "the plan").choices(PLANS).makeOptionMandatory())
      .option("--organisation <slug>", "the organisation; default: this installation's own"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { setPlan } = await import("../../api/operations/people/setPlan.ts");
        const input = { plan: text(options, "plan") as PlanName, organisation: optional(options, "organisation") };
        const organisation = await setPlan(ctx, caller, given(input));
        out.answer(organisation, fields(organisation));
      },
    },
  );

  runs(
    group
      .command("create")
      .description("create an organisation, with a user of another one as its first administrator")
      .requiredOption("--name <name>", "display name")
      .requiredOption("--admin <address>", "e-mail address of its administrator")
      .option("--slug <slug>", "short name in addresses; default: from the name"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { createOrganisation } = await import("../../api/operations/people/organisations.ts");
        const { userOfAddress } = await import("../../api/operations/people/signInLink.ts");
        const admin = await userOfAddress(ctx, text(options, "admin"));
        const wanted = { name: text(options, "name"), slug: optional(options, "slug"), admin };
        const organisation = await createOrganisation(ctx, caller, given(wanted));
        out.answer(organisation, fields(organisation));
      },
    },
  );

  addDelete(
    group
      .command("delete")
      .description("delete an organisation for good, with its projects, keys, and the accounts that belong to no other")
      .argument("<slug>", "organisation"),
    ({ args }) => ({ kind: "organisation", ...given({ named: args[0] }) }),
  );
}
