// Records as they are shown: never a hash, never sealed access.
import type { ApiKey } from "../../../models/apiKey.ts";
import type { Environment } from "../../../models/environment.ts";
import type { Project } from "../../../models/project.ts";

/** A project as callers see it. */
export type ProjectView = { id: string; name: string; slug: string; baseUrl: string; scenarioCount: number };

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

/** A key without its text. Times are ISO texts. `hint` is the beginning of the key's text. */
export type KeyView = {
  id: string;
  name: string;
  kind: ApiKey["kind"];
  scope: NonNullable<ApiKey["scope"]>;
  projectId: string | null;
  defaultProject: string | null;
  hint: string;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export function viewProject(project: Project, scenarioCount: number): ProjectView {
  return { id: project._id, name: project.name, slug: project.slug, baseUrl: project.baseUrl, scenarioCount };
}

export function viewEnvironment(environment: Environment): EnvironmentView {
  const { _id, name, slug, baseUrl, sealedAccess } = environment;
  return { environmentId: _id, id: _id, name, slug, baseUrl, protected: sealedAccess !== null };
}

export function viewKey(key: ApiKey): KeyView {
  return {
    id: key._id,
    name: key.name,
    kind: key.kind,
    scope: key.scope ?? "mcp_full",
    projectId: key.projectId,
    defaultProject: key.defaultProject,
    hint: key.hint,
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
