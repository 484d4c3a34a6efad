// An environment as it is shown: never its sealed access.
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** An environment; `environmentId` is its id. `protected`: the environment carries access data. */
export type EnvironmentView = {
  environmentId: string;
  /** The same, as of every other record. */
  id: string;
  name: string;
  slug: string;
  baseUrl: string;
  protected: boolean;
  /** Where the browsers of its runs stand; left out: no place in particular. */
  location?: string;
};

/** What the settings of its project show too. */
export type EnvironmentSettingsView = Omit<EnvironmentView, "environmentId"> & {
  /** The other environments compare against its baselines. */
  reference: boolean;
  access: AccessKinds | null;
};

/** Which kinds of access there are; of secrets and variables their names. Never a value. */
export type AccessKinds = { kinds: string[]; secrets: string[]; variables: string[] };

export function viewEnvironment(environment: Environment): EnvironmentView {
  const { _id, name, slug, baseUrl, sealedAccess, location } = environment;
  const view = { environmentId: _id, id: _id, name, slug, baseUrl, protected: sealedAccess !== null };
  return location ? { ...view, location } : view;
}

export function viewEnvironmentSettings(
  { sealer }: Pick<OperationContext, "sealer">,
  project: Project,
  environment: Environment,
): EnvironmentSettingsView {
  const { environmentId, ...view } = viewEnvironment(environment);
  return {
    ...view,
    reference: environmentId === project.referenceEnvironmentId,
    access: kindsOf(sealer, environment.sealedAccess),
  };
}

function kindsOf(sealer: OperationContext["sealer"], sealed: string | null): AccessKinds | null {
  if (sealed === null) return null;
  const access = JSON.parse(sealer.open(sealed)) as SiteAccess & { secrets?: object; variables?: object };
  return {
    kinds: Object.keys(access),
    secrets: Object.keys(access.secrets ?? {}),
    variables: Object.keys(access.variables ?? {}),
  };
}
