import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `of`: the environment that was named for the branch's runs; null: none. */
export type PreviewOf = { branch: string; of: string | null };

/** A place where the project's site runs. Name and slug are each unique in the project. */
export type Environment = {
  _id: string;
  projectId: string;
  name: string;
  slug: string;
  baseUrl: string;
  /** `SiteAccess` as JSON, sealed with AES-256-GCM under SVC_SECRET_KEY; null: the site is open. Never shown again. */
  sealedAccess: string | null;
  /** The origin that the access was given for, and the only one where it is used; null or missing: that of `baseUrl`. */
  accessOrigin?: string | null;
  /** Which variable of whoever applies a project file each access value comes from, as that file says it; null: the access was given otherwise. */
  accessFrom?: Record<string, unknown> | null;
  /** Where the browsers of its runs stand; null or missing: no place in particular. */
  location?: string | null;
  /** Of an ephemeral one, which has no access of its own: whose it is. Null or missing: a person made it. */
  preview?: PreviewOf | null;
  /** When the last run at a preview started. */
  lastRunAt?: Date | null;
  createdAt: Date;
  /** Raised by every change: one that was made from an older state does not apply. Missing until the first one. */
  rev?: number;
};

export const environmentSchema = document<Environment>({
  _id: required(String),
  projectId: required(String),
  name: required(String),
  slug: required(String),
  baseUrl: required(String),
  sealedAccess: { type: String, default: null },
  accessOrigin: { type: String, default: null },
  accessFrom: { type: json, default: null },
  location: String,
  preview: { type: json, default: null },
  lastRunAt: { type: Date, default: null },
  createdAt: required(Date),
  rev: Number,
});
describeCollection(environmentSchema, { holds: "A place where the project's site runs; its access is sealed." });
environmentSchema.index({ projectId: 1, slug: 1 }, { unique: true });
environmentSchema.index({ projectId: 1, name: 1 }, { unique: true });
