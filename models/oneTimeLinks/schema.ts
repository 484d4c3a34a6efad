import type { LinkKind } from "../../domain/people/links.ts";
import type { Role } from "../../domain/people/members.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** A link that lets its holder do one thing once. Only the SHA-256 of its token is stored. */
export type OneTimeLink = {
  _id: string;
  hash: string;
  kind: LinkKind;
  orgId: string;
  /** The person it is for, if they already have an account. */
  userId: string | null;
  /** For an invitation or a recipient. */
  email: string | null;
  role: Role | null;
  /** For a recipient: the channel that asks for confirmation. */
  channelId?: string | null;
  /** Whether the service mailed it to its address without showing it to anyone. Missing if it was passed on by hand. */
  mailed?: boolean;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  /** Set by the first use; withdrawn links are deleted. */
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
