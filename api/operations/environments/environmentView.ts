// API view of an environment, without its sealed access data.
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** `protected`: whether the environment has access data. */
export type EnvironmentView = {
  environmentId: string;
  /** Same as `environmentId`, as in every other record. */
  id: string;
  name: string;
  slug: string;
  baseUrl: string;
  protected: boolean;
  /** Location of the browsers that run its tests; omitted if any location will do. */
  location?: string;
};

/** View in the project settings. */
export type EnvironmentSettingsView = Omit<EnvironmentView, "environmentId"> & {
  /** Whether the other environments are compared with its baselines. */
  reference: boolean;
  access: AccessKinds | null;
  /** Sent back with a change. */
  rev: number;
};

/** Kinds of access data, and the names of secrets and variables; never a value. */
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
    rev: environment.rev ?? 0,
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
