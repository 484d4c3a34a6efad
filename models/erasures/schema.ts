import type { ErasureCounts, ErasureKind, ErasureStatus } from "../../domain/erasure/erasure.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** The erasure of a project, an organisation or a person. It is written first; a worker takes it then. It names nothing but ids. */
export type Erasure = {
  _id: string;
  kind: ErasureKind;
  /** Of what is erased. */
  subjectId: string;
  /** Whose audit logs say that it was done: of a person, all that they belonged to. */
  orgIds: string[];
  /** Unique: its kind and subject while it is under way; its own id once it has ended. */
  lock: string;
  status: ErasureStatus;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** While it is being asked for: no worker takes it until then. null and missing: it may begin. */
  notBefore?: Date | null;
  /** What it does now, in words. */
  phase: string;
  /** Who asked for it, as the audit log has it. */
  requestedBy: string;
  counts: Partial<ErasureCounts>;
  /** Of an organisation: its people whose names one pass replaced together, until the turn of each has come. Missing: none. */
  named?: string[];
  error: string | null;
};

export const erasureSchema = document<Erasure>({
  _id: required(String),
  kind: required(String),
  subjectId: required(String),
  orgIds: { type: [String], default: [] },
  lock: required(String),
  status: required(String),
  createdAt: required(Date),
  startedAt: { type: Date, default: null },
  finishedAt: { type: Date, default: null },
  notBefore: { type: Date, default: null },
  phase: { type: String, default: "" },
  requestedBy: required(String),
  counts: { type: json, default: {} },
  named: { type: [String], default: [] },
  error: { type: String, default: null },
});
erasureSchema.index({ lock: 1 }, { unique: true });
erasureSchema.index({ status: 1 });
describeCollection(erasureSchema, {
  holds: "The deletion of a project, an organisation or an account, by ids and counts. The last 1,000 are kept.",
});
