// API view of a key, without its hash.
import type { ApiKey } from "../../../models/apiKeys/schema.ts";

/** A key without its text. Times are ISO strings. `hint` is the beginning of the key's text. */
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
