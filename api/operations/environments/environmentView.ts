// An environment as it is shown: never its sealed access.
import type { Environment } from "../../../models/environment.ts";

/** An environment; `environmentId` is its id. `protected`: the environment carries access data. */
export type EnvironmentView = {
  environmentId: string;
  /** The same, as of every other record. */
  id: string;
  name: string;
  slug: string;
  baseUrl: string;
  protected: boolean;
};

export function viewEnvironment(environment: Environment): EnvironmentView {
  const { _id, name, slug, baseUrl, sealedAccess } = environment;
  return { environmentId: _id, id: _id, name, slug, baseUrl, protected: sealedAccess !== null };
}
