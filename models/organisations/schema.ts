import type { Member } from "../../domain/people/members.ts";
import type { PlanName } from "../../domain/plans.ts";
import type { OwnQuota } from "../../domain/storage/quota.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** An organisation owns projects, members and keys; its plan decides quotas and gates. */
export type Organisation = {
  _id: string;
  name: string;
  slug: string;
  plan: PlanName;
  settings: Record<string, unknown>;
  /** Storage limit in bytes; null or missing means the installation's default. */
  storageQuota?: OwnQuota | null;
  /** Read and changed only by models/organisations/members.ts. null: created before lists existed; its members are the users created in it. */
  members?: Member[] | null;
  /** Incremented by every change of `members`. */
  membersRev?: number | null;
  /** The erasure that deletes it, so that nobody belongs to it any longer. Missing if there is none. */
  erasing?: string | null;
  createdAt: Date;
};

export const organisationSchema = document<Organisation>({
  _id: required(String),
  name: required(String),
  slug: required(String),
  plan: required(String),
  settings: { type: json, default: {} },
  storageQuota: { type: json },
  members: { type: json, default: null },
  membersRev: { type: Number, default: null },
  erasing: String,
  createdAt: required(Date),
});
describeCollection(organisationSchema, {
  holds: "The owner of projects, members and keys; its plan decides quotas and gates.",
});
organisationSchema.index({ slug: 1 }, { unique: true });
