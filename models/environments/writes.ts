// How environments are made, changed and deleted.

import type { Models } from "../index.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import { deleteItemsOfEnvironment } from "../reviewItems/sweep.ts";
import type { Environment } from "./schema.ts";

/** Rejects with a duplicate key where the project has one of that name or slug. */
export async function insertEnvironment(models: Models, environment: Environment): Promise<void> {
  await models.environments.create(environment);
}

/** Changes the environment as it was read; false: somebody else has written it since. Rejects with a duplicate key as above. */
export async function changeUnchangedEnvironment(
  models: Models,
  stored: Pick<Environment, "_id" | "rev">,
  set: Partial<Environment>,
): Promise<boolean> {
  const { matchedCount } = await models.environments.updateOne(unchangedSince(stored), { $set: set, $inc: { rev: 1 } });
  return matchedCount === 1;
}

/** Notes which variables the access came from. */
export async function noteAccessFrom(
  models: Models,
  environmentId: string,
  accessFrom: NonNullable<Environment["accessFrom"]>,
): Promise<void> {
  await models.environments.updateOne({ _id: environmentId }, { $set: { accessFrom }, $inc: { rev: 1 } });
}

/** Deletes the environment, if it is the project's. */
export async function deleteEnvironment(models: Models, projectId: string, environmentId: string): Promise<void> {
  await models.environments.deleteOne({ _id: environmentId, projectId });
  await deleteItemsOfEnvironment(models, projectId, environmentId);
}

/** Deletes the environment as it was read; false: somebody else has written it since. */
export async function deleteUnchangedEnvironment(
  models: Models,
  stored: Pick<Environment, "_id" | "rev" | "projectId">,
): Promise<boolean> {
  if ((await models.environments.deleteOne(unchangedSince(stored))).deletedCount === 0) return false;
  await deleteItemsOfEnvironment(models, stored.projectId, stored._id);
  return true;
}
