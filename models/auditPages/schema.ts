import type { PageStatus, RuleOutcome } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Mode } from "../../domain/visual/modes.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Index of what belongs to no single page. */
export const SITE_INDEX = -1;

/** One page of an audit run: what was gathered and how it did. */
export type AuditPageRecord = {
  _id: string;
  runId: string;
  projectId: string;
  pillar: AuditPillar;
  index: number;
  /** Absolute address. */
  url: string;
  /** The address without the site's origin: the same in every environment. */
  key: string;
  scenarioLabels: string[];
  scenarioIds: string[];
  /** In which it is visited; missing: none. */
  mode?: Mode;
  /** `pending` until it was audited. */
  status: "pending" | PageStatus;
  /** Why it could not be measured: a code of the capture's reasons, and a sentence. */
  code: string | null;
  reason: string | null;
  score: number | null;
  metrics: Record<string, number | null>;
  rules: RuleOutcome[];
  /** Artifact with what was gathered (gzipped JSON); set as soon as it is there, so that a retry does not gather again. */
  gatheredId: string | null;
  /** The run that gathered it, of a run of what failed in that one. Missing: its own. */
  carriedFrom?: string;
  /** Named artifacts that people open: report, screenshot … */
  artifacts: Record<string, string>;
  details: Record<string, unknown>;
  attempts: number;
  /** ms of gathering and auditing. */
  timings: Record<string, number>;
  decidedAt: Date | null;
};

export const auditPageSchema = document<AuditPageRecord>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  pillar: required(String),
  index: required(Number),
  url: required(String),
  key: required(String),
  scenarioLabels: { type: [String], default: [] },
  scenarioIds: { type: [String], default: [] },
  mode: json,
  status: required(String),
  code: { type: String, default: null },
  reason: { type: String, default: null },
  score: { type: Number, default: null },
  metrics: { type: json, default: {} },
  rules: { type: json, default: [] },
  gatheredId: { type: String, default: null },
  carriedFrom: String,
  artifacts: { type: json, default: {} },
  details: { type: json, default: {} },
  attempts: { type: Number, default: 0 },
  timings: { type: json, default: {} },
  decidedAt: { type: Date, default: null },
});
describeCollection(auditPageSchema, {
  holds: "One page of an audit run: what was gathered, and its result.",
  id: "`<runId>-p<index>`",
});
auditPageSchema.index({ runId: 1, index: 1 }, { unique: true });
