// What is asked about environments.
import type { Environment } from "./environment.ts";
import type { Fields, Row } from "./fields.ts";
import type { Models } from "./index.ts";

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
