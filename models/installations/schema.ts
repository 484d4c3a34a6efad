// The installation that a database belongs to, and the state of its data.
import { OLD_PREFIX } from "../../domain/installation.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** The `_id` of the only document. */
export const ONLY = "this";

/** `_id` is always the same: the first process that writes it names the database. */
export type InstallationRecord = {
  _id: string;
  installationId: string;
  queuePrefix: string;
  createdAt: Date;
  /** The id of the artifact store in use, according to its mark, and its location at first use; missing if none was used yet. */
  artifactStore?: string | null;
  artifactsAt?: string | null;
  /** Identifies the secret shared by all processes without revealing it; missing if no process has stored it yet. */
  secretMark?: string | null;
  /** The machine whose data folder holds the secret; null if the secret is configured. */
  secretHost?: string | null;
  /** The last completed migration. Missing in a database of 0.1.0, which means 0. */
  dataVersion?: number;
  /** The version of the program that completed it. */
  dataProgram?: string | null;
  /** Migrations whose data is all filled in. */
  filled?: number[];
  /** Who is migrating, and until when nobody else may; null if nobody is. */
  leaseHolder?: string | null;
  leaseUntil?: Date | null;
  /** The holder's current step, for waiting processes. */
  leaseStep?: string | null;
  /** When a worker last took its turn to start periodic work. */
  roundsAt?: Date | null;
  /** The announced time of a sweep: the first one, or one after a long pause. */
  sweepAt?: Date | null;
};
export const installationSchema = document<InstallationRecord>({
  _id: required(String),
  installationId: required(String),
  // Not `required`, which would reject the empty string.
  queuePrefix: { type: String, default: OLD_PREFIX },
  createdAt: required(Date),
  artifactStore: { type: String },
  artifactsAt: { type: String },
  secretMark: String,
  secretHost: String,
  dataVersion: Number,
  dataProgram: String,
  filled: { type: [Number], default: undefined },
  leaseHolder: String,
  leaseUntil: Date,
  leaseStep: String,
  roundsAt: Date,
  sweepAt: Date,
});
describeCollection(installationSchema, {
  holds:
    "The installation that the database belongs to, the prefix of its queues, its artifact store, the version of its data, and who migrates; one document.",
  id: "always the same",
});
