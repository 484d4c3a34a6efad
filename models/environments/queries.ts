// Queries for environments.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Environment } from "./schema.ts";

/** Returns the environment with this id, whatever its project, or null if there is none or the id is null. */
export async function findEnvironment<F extends keyof Environment = keyof Environment>(
  models: Models,
  environmentId: string | null,
  fields?: Fields<Environment, F>,
): Promise<Row<Environment, F> | null> {
  if (environmentId === null) return null;
  return models.environments.findOne({ _id: environmentId }, fields).lean<Row<Environment, F>>();
}

/** Returns the environment with this id if it belongs to the project. */
export function environmentOf<F extends keyof Environment = keyof Environment>(
  models: Models,
  projectId: string,
  environmentId: string,
  fields?: Fields<Environment, F>,
): Promise<Row<Environment, F> | null> {
  return models.environments.findOne({ _id: environmentId, projectId }, fields).lean<Row<Environment, F>>();
}

const ORDERS = { creation: { createdAt: 1, _id: 1 }, name: { name: 1 }, slug: { slug: 1 } } as const;

/** Filter for environments created by people: lists, names and references never mean the ephemeral ones of branches. */
const MADE_BY_PEOPLE = { preview: null } as const;

/** Returns the environments of a project that people created, by default in the order of their creation. */
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

/** Returns the id of the project's environment with this slug, or null if there is none. */
export async function environmentIdBySlug(models: Models, projectId: string, slug: string): Promise<string | null> {
  const found = await models.environments
    .findOne({ projectId, slug, ...MADE_BY_PEOPLE }, { _id: 1 })
    .lean<{ _id: string }>();
  return found?._id ?? null;
}

/**
 * Returns whether another environment of the project has the name or the slug. Environments are addressed by either, so one's name must
 * not be another's slug. `except`: the environment being renamed.
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

/** Returns the number of environments per project; projects without any are missing. */
export async function countEnvironments(models: Models, projectIds: readonly string[]): Promise<Map<string, number>> {
  const found = await models.environments
    .find({ projectId: { $in: [...projectIds] }, ...MADE_BY_PEOPLE }, { projectId: 1 })
    .lean<Row<Environment, "projectId">[]>();
  const counts = new Map<string, number>();
  for (const { projectId } of found) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}
