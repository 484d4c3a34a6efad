// The name of the installation that a database belongs to, and how its data stands.
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
  /** Tells the secret of every process from others, and gives nothing of it away; missing: no process has said it yet. */
  secretMark?: string | null;
  /** The machine whose data folder has it; null: it is configured. */
  secretHost?: string | null;
  /** The last migration that was done. Missing in a database of 0.1.0: 0. */
  dataVersion?: number;
  /** The program that did it. */
  dataProgram?: string | null;
  /** Migrations whose data is all filled in. */
  filled?: number[];
  /** Who migrates, and until when nobody else may; null: nobody. */
  leaseHolder?: string | null;
  leaseUntil?: Date | null;
  /** What the holder does just now, for those who wait. */
  leaseStep?: string | null;
  /** When a worker last took its turn to start periodic work. */
  roundsAt?: Date | null;
  /** For when a sweep was announced: the first one, or one after a long pause. */
  sweepAt?: Date | null;
};
export const installationSchema = document<InstallationRecord>({
  _id: required(String),
  installationId: required(String),
  // Not `required`, which refuses the empty text.
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
