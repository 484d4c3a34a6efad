import type { KeyKind, Scope } from "../../domain/keys.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** An API key. Only the SHA-256 of its text is stored. */
export type ApiKey = {
  _id: string;
  orgId: string;
  name: string;
  kind: KeyKind;
  /** null if the key was created before scopes existed; treated as `mcp_full`. */
  scope: Scope | null;
  /** The only project that a project key can access. */
  projectId: string | null;
  /** Project slug that an org agent key uses if a call names none. */
  defaultProject: string | null;
  hash: string;
  /** First characters of the key, so that people can tell keys apart. */
  hint: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

export const apiKeySchema = document<ApiKey>({
  _id: required(String),
  orgId: required(String),
  name: required(String),
  kind: required(String),
  scope: { type: String, default: null },
  projectId: { type: String, default: null },
  defaultProject: { type: String, default: null },
  hash: required(String),
  hint: required(String),
  createdBy: required(String),
  createdAt: required(Date),
  expiresAt: { type: Date, default: null },
  lastUsedAt: { type: Date, default: null },
  revokedAt: { type: Date, default: null },
});
describeCollection(apiKeySchema, { holds: "An API key; only the SHA-256 of its text." });
apiKeySchema.index({ hash: 1 }, { unique: true });
apiKeySchema.index({ orgId: 1 });
