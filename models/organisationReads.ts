// What is asked about organisations.
import type { PlanName } from "../domain/plans.ts";
import type { Models } from "./index.ts";
import type { Organisation } from "./organisation.ts";

/** The plan of an organisation; null: there is no such organisation. */
export async function planOfOrganisation(models: Models, orgId: string): Promise<PlanName | null> {
  const found = await models.organisations.findOne({ _id: orgId }, { plan: 1 }).lean<Pick<Organisation, "plan">>();
  return found?.plan ?? null;
}

/** Whether the database has any organisation: a new one has none. */
export const hasOrganisations = async (models: Models): Promise<boolean> =>
  (await models.organisations.exists({})) !== null;
