import { ROLES, type Role } from "../../domain/people/members.ts";
import type { Proof } from "../../domain/people/proof.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

export { ROLES, type Role };

/** A person who signs in. `email` is stored in lower case. Their permissions are in the organisation's list of members. */
export type User = {
  _id: string;
  /** The organisation that the account was created in. */
  orgId: string;
  email: string;
  name: string;
  /** The role at creation. It only counts if the organisation has no list of members yet. */
  role: Role;
  /** argon2id, encoded with its parameters; null if the person signs in elsewhere (OpenID Connect) or has no password yet. */
  passwordHash: string | null;
  /** Renewed by "sign out everywhere", which ends earlier sessions. null if never used. */
  sessionEpoch?: string | null;
  /** The organisation that was last open. */
  lastOrgId?: string | null;
  /** The person's identity at the identity provider: SHA-256 of issuer and subject. */
  identity?: string | null;
  /** How the address's owner proved that the account's password and sessions are theirs; null or missing if not proved. */
  provedBy?: Proof | null;
  /** Whether messages for the person are mailed; missing means yes. */
  mailsMe?: boolean;
  /** The erasure that deletes the account, so that nobody can sign in with it. Missing if there is none. */
  erasing?: string | null;
  createdAt: Date;
};

export const userSchema = document<User>({
  _id: required(String),
  orgId: required(String),
  email: required(String),
  name: required(String),
  role: required(String),
  passwordHash: { type: String, default: null },
  sessionEpoch: { type: String, default: null },
  lastOrgId: { type: String, default: null },
  identity: { type: String, default: null },
  provedBy: { type: String, default: null },
  mailsMe: Boolean,
  erasing: String,
  createdAt: required(Date),
});
describeCollection(userSchema, { holds: "A person who signs in; the password as argon2id." });
userSchema.index({ email: 1 }, { unique: true });
userSchema.index({ identity: 1 });
userSchema.index({ orgId: 1 });
