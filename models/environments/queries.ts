// What is asked about environments.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Environment } from "./schema.ts";

/** The environment with this id, whosever it is; null: there is none, and none where the id is null. */
export async function findEnvironment<F extends keyof Environment = keyof Environment>(
  models: Models,
  environmentId: string | null,
  fields?: Fields<Environment, F>,
): Promise<Row<Environment, F> | null> {
  if (environmentId === null) return null;
  return models.environments.findOne({ _id: environmentId }, fields).lean<Row<Environment, F>>();
}

/** The environment with this id, if it is the project's. */
export function environmentOf<F extends keyof Environment = keyof Environment>(
  models: Models,
  projectId: string,
  environmentId: string,
  fields?: Fields<Environment, F>,
): Promise<Row<Environment, F> | null> {
  return models.environments.findOne({ _id: environmentId, projectId }, fields).lean<Row<Environment, F>>();
}

const ORDERS = { creation: { createdAt: 1, _id: 1 }, name: { name: 1 }, slug: { slug: 1 } } as const;

/** Those that people made: no list, name or reference means the ephemeral ones of branches. */
const MADE_BY_PEOPLE = { preview: null } as const;

/** The environments of a project that people made, in the order of their creation unless told. */
export function environmentsOf<F extends keyof Environment = keyof Environment>(
  models: Models,
  projectId: string,
  { fields, by = "creation" }: { fields?: Fields<Environment, F>; by?: keyof typeof ORDERS } = {},
): Promise<Row<Environment, F>[]> {
  return models.environments
    .find({ projectId, ...MADE_BY_PEOPLE }, fields)
    .sort(ORDERS[by])
    .lean<Row<Environment, F>[]>();
}

/** The id of the project's environment with this slug; null: there is none. */
export async function environmentIdBySlug(models: Models, projectId: string, slug: string): Promise<string | null> {
  const found = await models.environments
    .findOne({ projectId, slug, ...MADE_BY_PEOPLE }, { _id: 1 })
    .lean<{ _id: string }>();
  return found?._id ?? null;
}

/**
 * Whether another environment of the project answers to the name or the slug. An environment is asked for by either, so one's
 * name must not be another's slug. `except`: the one that is renamed.
 */
export async function isEnvironmentNamed(
  models: Models,
  projectId: string,
  { name, slug, except }: { name: string; slug?: string; except?: string },
): Promise<boolean> {
  const others = except === undefined ? { projectId } : { projectId, _id: { $ne: except } };
  const named = [{ name }, { slug: name }, ...(slug === undefined ? [] : [{ slug }, { name: slug }])];
  return (await models.environments.exists({ ...others, $or: named })) !== null;
}

/** How many environments each of the projects has; a project without one is not in it. */
export async function countEnvironments(models: Models, projectIds: readonly string[]): Promise<Map<string, number>> {
  const found = await models.environments
    .find({ projectId: { $in: [...projectIds] }, ...MADE_BY_PEOPLE }, { projectId: 1 })
    .lean<Row<Environment, "projectId">[]>();
  const counts = new Map<string, number>();
  for (const { projectId } of found) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}
