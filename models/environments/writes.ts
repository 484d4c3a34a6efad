// Creates, changes and deletes environments.

import type { Models } from "../index.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import { deleteItemsOfEnvironment } from "../reviewItems/sweep.ts";
import type { Environment } from "./schema.ts";

/** Rejects with a duplicate key error if the project has an environment with that name or slug. */
export async function insertEnvironment(models: Models, environment: Environment): Promise<void> {
  await models.environments.create(environment);
}

/** Changes the environment if it is unchanged since it was read; otherwise returns false. Rejects with a duplicate key error as above. */
export async function changeUnchangedEnvironment(
  models: Models,
  stored: Pick<Environment, "_id" | "rev">,
  set: Partial<Environment>,
): Promise<boolean> {
  const { matchedCount } = await models.environments.updateOne(unchangedSince(stored), { $set: set, $inc: { rev: 1 } });
  return matchedCount === 1;
}

/** Records which variables the access came from. */
export async function noteAccessFrom(
  models: Models,
  environmentId: string,
  accessFrom: NonNullable<Environment["accessFrom"]>,
): Promise<void> {
  await models.environments.updateOne({ _id: environmentId }, { $set: { accessFrom }, $inc: { rev: 1 } });
}

/** Deletes the environment if it is unchanged since it was read; otherwise returns false. */
export async function deleteUnchangedEnvironment(
  models: Models,
  stored: Pick<Environment, "_id" | "rev" | "projectId">,
): Promise<boolean> {
  if ((await models.environments.deleteOne(unchangedSince(stored))).deletedCount === 0) return false;
  await deleteItemsOfEnvironment(models, stored.projectId, stored._id);
  return true;
}
