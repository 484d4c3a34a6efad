// Queries for organisations.
import type { PlanName } from "../../domain/plans.ts";
import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Organisation } from "./schema.ts";

/** Returns the plan of an organisation, or null if it does not exist. */
export async function planOfOrganisation(models: Models, orgId: string): Promise<PlanName | null> {
  const found = await models.organisations.findOne({ _id: orgId }, { plan: 1 }).lean<Pick<Organisation, "plan">>();
  return found?.plan ?? null;
}

/** Returns whether the database has any organisation; a new database has none. */
export const hasOrganisations = async (models: Models): Promise<boolean> =>
  (await models.organisations.exists({})) !== null;

/** Returns the organisation with this id, or null if there is none. */
export function findOrganisation<F extends keyof Organisation = keyof Organisation>(
  models: Models,
  orgId: string,
  fields?: Fields<Organisation, F>,
): Promise<Row<Organisation, F> | null> {
  return models.organisations.findOne({ _id: orgId }, fields).lean<Row<Organisation, F>>();
}

/** Returns the id of the organisation with this id or slug, or null if there is none. */
export async function organisationNamed(models: Models, named: string): Promise<string | null> {
  const found = await models.organisations
    .findOne({ erasing: null, $or: [{ _id: named }, { slug: named }] }, { _id: 1 })
    .lean<{ _id: string }>();
  return found?._id ?? null;
}

/** Returns all organisations, sorted by slug. */
export const allOrganisations = (models: Models): Promise<Organisation[]> =>
  models.organisations.find().sort({ slug: 1 }).lean<Organisation[]>().exec();

/** Returns the organisation that was created first, or null if there is none yet. */
export function oldestOrganisation(models: Models): Promise<Organisation | null> {
  return models.organisations.findOne({ erasing: null }).sort({ createdAt: 1, _id: 1 }).lean<Organisation>();
}

/** Returns whether the organisation stores its list of members; one of an earlier version does not until its first change. */
export async function keepsMembers(models: Models, orgId: string): Promise<boolean> {
  return (await models.organisations.exists({ _id: orgId, membersRev: { $ne: null } })) !== null;
}
