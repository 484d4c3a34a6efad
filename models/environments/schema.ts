import { describeCollection, document, json, required } from "../lib/schema.ts";

/** `of`: the environment named for the branch's runs, or null. */
export type PreviewOf = { branch: string; of: string | null };

/** A place where the project's site runs. Name and slug are each unique in the project. */
export type Environment = {
  _id: string;
  projectId: string;
  name: string;
  slug: string;
  baseUrl: string;
  /** `SiteAccess` as JSON, sealed with AES-256-GCM under SVC_SECRET_KEY; null if the site is open. Never shown again. */
  sealedAccess: string | null;
  /** The origin that the access was given for, and the only one where it is used; null or missing means that of `baseUrl`. */
  accessOrigin?: string | null;
  /** For each access value, the variable that a project file names as its source; null if the access was not given by a project file. */
  accessFrom?: Record<string, unknown> | null;
  /** Where the browsers of its runs are located; null or missing means anywhere. */
  location?: string | null;
  /** Set for an ephemeral environment, which uses the access of another; null or missing if a person created it. */
  preview?: PreviewOf | null;
  /** When the last run on a preview started. */
  lastRunAt?: Date | null;
  createdAt: Date;
  /** Incremented by every change, so that a change based on an older state does not apply. Missing until the first change. */
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
