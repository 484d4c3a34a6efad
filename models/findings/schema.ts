import type { FindingPages } from "../../domain/audit/causes.ts";
import type { RunFinding } from "../../domain/audit/summary.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * One finding of one run. `_id` is `<runId>:<fingerprint>`, so that an audit that is done twice leaves it once.
 * `pageIndex` is the page it was found on, -1 for the whole site; `order` keeps the order of the report.
 */
export type FindingRecord = RunFinding & {
  _id: string;
  pageIndex: number;
  order: number;
  /** Of an accepted finding: when it counts again. */
  acceptedUntil?: Date | null;
  /** Of a finding that stands for several pages; its message begins with them. */
  pages?: FindingPages | null;
  /** The run that found it first, without a gap until this one, and how many runs did; older runs do not say it. */
  firstSeen?: { runId: string; at: Date } | null;
  timesSeen?: number | null;
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
  acceptedUntil: { type: Date, default: null },
  firstSeen: { type: json, default: null },
  timesSeen: { type: Number, default: null },
});
describeCollection(findingSchema, { holds: "One finding of one run.", id: "`<runId>:<fingerprint>`" });
findingSchema.index({ runId: 1, pageIndex: 1, order: 1 });
