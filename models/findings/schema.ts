import type { FindingPages } from "../../domain/audit/causes.ts";
import type { RunFinding } from "../../domain/audit/summary.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * One finding of one run. `_id` is `<runId>:<fingerprint>`, so that repeating an audit stores it once. `pageIndex` is the page it was
 * found on, -1 for the whole site; `order` is its position in the report.
 */
export type FindingRecord = RunFinding & {
  _id: string;
  pageIndex: number;
  order: number;
  /** For an accepted finding: when it counts again. */
  acceptedUntil?: Date | null;
  /** Set for a finding that covers several pages; its message begins with them. */
  pages?: FindingPages | null;
  /** The run that first found it, without a gap until this run, and the number of runs that did; missing in older runs. */
  firstSeen?: { runId: string; at: Date } | null;
  timesSeen?: number | null;
  /** Whether it failed in one of these runs before this one. */
  failedBefore?: boolean | null;
};

export const findingSchema = document<FindingRecord>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  pageIndex: required(Number),
  order: required(Number),
  fingerprint: required(String),
  cause: { type: String },
  pages: { type: json },
  pillar: required(String),
  rule: required(String),
  severity: required(String),
  outcome: required(String),
  page: required(String),
  target: { type: String, default: "" },
  message: required(String),
  evidence: { type: json, default: {} },
  help: { type: String, default: "" },
  isNew: { type: Boolean, default: null },
  isNewOnBranch: { type: Boolean, default: null },
  was: { type: String },
  unsure: { type: Boolean },
  acceptedUntil: { type: Date, default: null },
  firstSeen: { type: json, default: null },
  timesSeen: { type: Number, default: null },
  failedBefore: { type: Boolean },
});
describeCollection(findingSchema, { holds: "One finding of one run.", id: "`<runId>:<fingerprint>`" });
findingSchema.index({ runId: 1, pageIndex: 1, order: 1 });
