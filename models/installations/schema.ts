// The name of the installation that a database belongs to.
import { OLD_PREFIX } from "../../domain/installation.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** The `_id` of the one document. */
export const ONLY = "this";

/** `_id` is always the same: the first who writes it gives the database its name. */
export type InstallationRecord = {
  _id: string;
  installationId: string;
  queuePrefix: string;
  createdAt: Date;
  /** The artifact store in use, as its mark calls it, and where it was when it was first used; missing: none was used yet. */
  artifactStore?: string | null;
  artifactsAt?: string | null;
};
export const installationSchema = document<InstallationRecord>({
  _id: required(String),
  installationId: required(String),
  // Not `required`, which refuses the empty text.
  queuePrefix: { type: String, default: OLD_PREFIX },
  createdAt: required(Date),
  artifactStore: { type: String },
  artifactsAt: { type: String },
});
describeCollection(installationSchema, {
  holds:
    "The installation that the database belongs to, the prefix of its queues, and its artifact store; one document.",
  id: "always the same",
});
