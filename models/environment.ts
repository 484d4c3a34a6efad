import { document, required } from "./schema.ts";

/** A place where the project's site runs. Name and slug are each unique in the project. */
export type Environment = {
  _id: string;
  projectId: string;
  name: string;
  slug: string;
  baseUrl: string;
  /** `SiteAccess` as JSON, sealed with AES-256-GCM under SVC_SECRET_KEY; null: the site is open. Never shown again. */
  sealedAccess: string | null;
  createdAt: Date;
};

export const environmentSchema = document<Environment>({
  _id: required(String),
  projectId: required(String),
  name: required(String),
  slug: required(String),
  baseUrl: required(String),
  sealedAccess: { type: String, default: null },
  createdAt: required(Date),
});
environmentSchema.index({ projectId: 1, slug: 1 }, { unique: true });
environmentSchema.index({ projectId: 1, name: 1 }, { unique: true });
