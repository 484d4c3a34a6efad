import type { ErasureCounts, ErasureKind, ErasureStatus } from "../../domain/erasure/erasure.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** The erasure of a project, an organisation or a person. The document is written first, then a worker runs it. It contains only ids, no names. */
export type Erasure = {
  _id: string;
  kind: ErasureKind;
  /** Id of what is erased. */
  subjectId: string;
  /** Organisations whose audit logs record it; for a person, all that they belonged to. */
  orgIds: string[];
  /** Unique: its kind and subject while it is open; its own id once it has ended. */
  lock: string;
  status: ErasureStatus;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** While it is being requested: no worker starts it before then. null or missing means that it may start. */
  notBefore?: Date | null;
  /** What it is currently doing, in words. */
  phase: string;
  /** Who requested it, as in the audit log. */
  requestedBy: string;
  counts: Partial<ErasureCounts>;
  /** For an organisation: the people whose names one pass replaced together, until each of them is processed. Missing means none. */
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
