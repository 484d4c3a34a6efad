import { type Command, Option } from "commander";
import type { OrganisationStorage } from "../../api/operations/people/setQuota.ts";
import { given } from "../../domain/given.ts";
import { PLANS, type PlanName } from "../../domain/plans.ts";
import { sizeWords } from "../../domain/words/storage.ts";
import { optional, runs, text } from "../command.ts";
import { fields, table } from "../output.ts";
import { addDelete } from "./erase.ts";

const shown = ({ slug, name, plan, used, limit, own, level }: OrganisationStorage) => ({
  slug,
  name,
  plan,
  stored: sizeWords(used),
  limit: limit === null ? "none" : `${sizeWords(limit)}${own ? "" : " (default)"}`,
  state: STATE[level],
});
const STATE: Record<OrganisationStorage["level"], string> = { ok: "ok", near: "almost full", full: "full" };

export function addOrganisations(program: Command): void {
  const group = program.command("organisations").description("owners of projects, users and keys");

  runs(
    group
      .command("set-plan")
      .description("change the plan of an organisation")
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

  runs(group.command("list").description("all organisations, with what they store"), {
    async act({ ctx, caller }, { out }) {
      const { listOrganisations } = await import("../../api/operations/people/setQuota.ts");
      const rows = await listOrganisations(ctx, caller);
      out.answer(rows, table(rows.map(shown)));
    },
  });

  runs(
    group
      .command("quota")
      .description("limit the bytes that an organisation may store")
      .argument("<organisation>", "its slug or id")
      .argument("<size>", "such as 500MB or 50GB; none: no limit; default: as SVC_STORAGE_QUOTA says"),
    {
      async act({ ctx, caller }, { args, out }) {
        const { setQuota } = await import("../../api/operations/people/setQuota.ts");
        const [organisation = "", quota = ""] = args;
        const row = await setQuota(ctx, caller, { organisation, quota });
        out.answer(row, fields(shown(row)));
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
      .description(
        "permanently delete an organisation, with its projects, keys, and the accounts that belong to no other",
      )
      .argument("<slug>", "organisation"),
    ({ args }) => ({ kind: "organisation", ...given({ named: args[0] }) }),
  );
}
