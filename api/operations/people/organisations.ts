// Organisations: reading the open one and creating new ones.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { membershipsOf, membersOf } from "../../../models/organisations/members.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import type { Organisation } from "../../../models/organisations/schema.ts";
import { insertOrganisation, renameOrganisation as rename } from "../../../models/organisations/writes.ts";
import { countProjects } from "../../../models/projects/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { SLUG, slugFor } from "../../lib/fields.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";
import { requireCurrent, revisionOf } from "../../lib/versionConflict.ts";
import type { OrganisationView } from "./setPlan.ts";

type Context = Pick<OperationContext, "config" | "models" | "now" | "ulid" | "log">;
export type OrganisationDetails = OrganisationView & {
  createdAt: string;
  members: number;
  projects: number;
  /** Of the name. */
  rev: string;
};

/** Maximum number of organisations of a person who creates another one. */
const MAX_ORGANISATIONS = 50;

export async function readOrganisation(ctx: Context, caller: Caller): Promise<OrganisationDetails> {
  mustBeAllowed(caller, "view");
  const organisation = await findOrganisation(ctx.models, caller.orgId);
  if (!organisation) throw new ProductError("not_found", "The organisation is gone.");
  const [members, projects] = await Promise.all([
    membersOf(ctx.models, organisation),
    countProjects(ctx.models, caller.orgId),
  ]);
  const { _id: id, name, slug, plan, createdAt } = organisation;
  const [rev, at] = [revisionOf(name), createdAt.toISOString()];
  return { id, name, slug, plan, createdAt: at, members: members.length, projects, rev };
}

/** Throws `conflict` with `now` if somebody else has given it another name since `rev`. */
export async function renameOrganisation(
  ctx: Context,
  caller: Caller,
  input: { name: string; rev?: string },
): Promise<OrganisationDetails> {
  mustBeAllowed(caller, "administer");
  const { name, rev } = input;
  const before = await readOrganisation(ctx, caller);
  if (name === before.name) return before;
  if (rev !== undefined) requireCurrent("the organisation's name", before, rev);
  const isDone = await rename(ctx.models, caller.orgId, { before: before.name, name });
  // Somebody else has renamed it in the meantime.
  if (!isDone) return renameOrganisation(ctx, caller, input);
  await recordAudit(ctx, caller, "organisation.change", caller.orgId, { from: before.name, to: name });
  return { ...before, name, rev: revisionOf(name) };
}

/** Returns whether the caller may create organisations: administrators of any organisation may, unless the operator reserves it. */
export function mayCreateOrganisations({ config }: Pick<Context, "config">, caller: Caller): boolean {
  if (caller.kind === "operator") return true;
  return caller.kind === "user" && caller.role === "admin" && config.organisationsBy === "admins";
}

/** Creates an organisation whose first administrator is the caller or the person that the operator names. */
export async function createOrganisation(
  ctx: Context,
  caller: Caller,
  { name, slug, admin }: { name: string; slug?: string; admin: User },
): Promise<OrganisationView & { role: "admin" }> {
  if (!mayCreateOrganisations(ctx, caller))
    throw new ProductError(
      "forbidden",
      "Only the operator can create organisations here: npm run -s admin -- organisations create.",
    );
  if (slug !== undefined && !SLUG.test(slug)) throw badSlug("must be lower-case letters, digits and single hyphens");
  if ((await membershipsOf(ctx.models, admin)).length >= MAX_ORGANISATIONS)
    throw new ProductError("conflict", `A person belongs to at most ${MAX_ORGANISATIONS} organisations.`);
  const made: Organisation = {
    _id: makeId("organisation", ctx.ulid()),
    name,
    slug: slugFor(slug, name),
    plan: ctx.config.defaultPlan,
    settings: {},
    members: [{ userId: admin._id, role: "admin", joinedAt: ctx.now(), epoch: ctx.ulid() }],
    membersRev: 0,
    createdAt: ctx.now(),
  };
  const taken = `The organisation "${made.slug}" already exists. Choose another slug.`;
  await unlessTaken(insertOrganisation(ctx.models, made), () => new ProductError("conflict", taken));
  const { _id: id, plan } = made;
  await recordAudit(ctx, { ...caller, orgId: id }, "organisation.create", id, { name, plan });
  return { id, name, slug: made.slug, plan, role: "admin" };
}

function badSlug(message: string): ProductError {
  return new ProductError("validation_error", `slug ${message}`, { fields: [{ path: "slug", message }] });
}
