import type { OauthScope } from "../../domain/oauth/scopes.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * An app that a person connected to one project: the code it was given, and its current tokens. All in one document, so that one
 * conditional update decides between two callers with the same code or token. Only their SHA-256 hashes are stored.
 */
export type OauthGrant = {
  _id: string;
  orgId: string;
  projectId: string;
  userId: string;
  clientId: string;
  /** The app's name when it was connected. */
  appName: string;
  redirectUri: string;
  scope: OauthScope;
  /** The address that its tokens are for (RFC 8707). */
  resource: string;
  codeHash: string;
  codeExpiresAt: Date;
  /** S256 of the verifier that the app must present with the code. */
  challenge: string;
  /** When the code was exchanged; null if not yet. */
  redeemedAt: Date | null;
  accessHash: string | null;
  accessExpiresAt: Date | null;
  /** Hash of the half of its refresh tokens that stays the same. */
  familyHash: string | null;
  /** Hash of the newest refresh token. */
  refreshHash: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** When it ends unless its app requests new tokens before. */
  expiresAt: Date;
  revokedAt: Date | null;
};

export const oauthGrantSchema = document<OauthGrant>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  userId: required(String),
  clientId: required(String),
  appName: required(String),
  redirectUri: required(String),
  scope: required(String),
  resource: required(String),
  codeHash: required(String),
  codeExpiresAt: required(Date),
  challenge: required(String),
  redeemedAt: { type: Date, default: null },
  accessHash: { type: String, default: null },
  accessExpiresAt: { type: Date, default: null },
  familyHash: { type: String, default: null },
  refreshHash: { type: String, default: null },
  createdAt: required(Date),
  lastUsedAt: { type: Date, default: null },
  expiresAt: required(Date),
  revokedAt: { type: Date, default: null },
});
describeCollection(oauthGrantSchema, {
  holds: "An app that a person connected to a project; only the SHA-256 of its code and tokens.",
});
oauthGrantSchema.index({ codeHash: 1 }, { unique: true });
oauthGrantSchema.index({ accessHash: 1 });
oauthGrantSchema.index({ familyHash: 1 });
oauthGrantSchema.index({ orgId: 1, userId: 1 });
oauthGrantSchema.index({ projectId: 1 });
oauthGrantSchema.index({ userId: 1 });
oauthGrantSchema.index({ expiresAt: 1 });
