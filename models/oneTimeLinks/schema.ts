import type { LinkKind } from "../../domain/people/links.ts";
import type { Role } from "../../domain/people/members.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** A link that lets its holder do one thing once. Only the SHA-256 of its token is kept. */
export type OneTimeLink = {
  _id: string;
  hash: string;
  kind: LinkKind;
  orgId: string;
  /** The person it is for, where there is one already. */
  userId: string | null;
  /** Of an invitation, and of a recipient. */
  email: string | null;
  role: Role | null;
  /** Of a recipient: the channel that asks. */
  channelId?: string | null;
  /** The service mailed it to the address that it is for, and showed it to nobody. Missing: it was handed on. */
  mailed?: boolean;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  /** Set by the one who used it first; withdrawn links are deleted. */
  usedAt: Date | null;
};

export const oneTimeLinkSchema = document<OneTimeLink>({
  _id: required(String),
  hash: required(String),
  kind: required(String),
  orgId: required(String),
  userId: { type: String, default: null },
  email: { type: String, default: null },
  role: { type: String, default: null },
  channelId: { type: String, default: null },
  mailed: { type: Boolean, default: false },
  createdBy: required(String),
  createdAt: required(Date),
  expiresAt: required(Date),
  usedAt: { type: Date, default: null },
});
describeCollection(oneTimeLinkSchema, {
  holds: "A link that lets its holder do one thing once; only the SHA-256 of its token.",
});
oneTimeLinkSchema.index({ hash: 1 }, { unique: true });
oneTimeLinkSchema.index({ orgId: 1, kind: 1 });
oneTimeLinkSchema.index({ expiresAt: 1 });
