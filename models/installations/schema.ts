// The name of the installation that a database belongs to.
import { OLD_PREFIX } from "../../domain/installation.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** `_id` is always the same: the first who writes it gives the database its name. */
export type InstallationRecord = { _id: string; installationId: string; queuePrefix: string; createdAt: Date };
export const installationSchema = document<InstallationRecord>({
  _id: required(String),
  installationId: required(String),
  // Not `required`, which refuses the empty text.
  queuePrefix: { type: String, default: OLD_PREFIX },
  createdAt: required(Date),
});
describeCollection(installationSchema, {
  holds: "The installation that the database belongs to, and the prefix of its queues; one document.",
  id: "always the same",
});
