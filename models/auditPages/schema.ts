import type { CutRule } from "../../domain/audit/cutShort.ts";
import type { PageStatus, RuleOutcome } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Mode } from "../../domain/visual/modes.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** Index of the part that does not belong to a single page. */
export const SITE_INDEX = -1;

/** One page of an audit run: what was gathered, and its result. */
export type AuditPageRecord = {
  _id: string;
  runId: string;
  projectId: string;
  pillar: AuditPillar;
  index: number;
  /** Absolute address. */
  url: string;
  /** The address without the site's origin, so that it is the same in every environment. */
  key: string;
  scenarioLabels: string[];
  scenarioIds: string[];
  /** Mode in which the page is visited; missing if none. */
  mode?: Mode;
  /** `pending` until the page is audited. */
  status: "pending" | PageStatus;
  /** Why the page could not be measured: a reason code of the capture, and a sentence. */
  code: string | null;
  reason: string | null;
  score: number | null;
  metrics: Record<string, number | null>;
  rules: RuleOutcome[];
  /** Rules of which it does not list all elements that break them; missing in older runs. */
  cutRules?: CutRule[];
  /** Artifact with the gathered data (gzipped JSON); set as soon as it is stored, so that a retry does not gather again. */
  gatheredId: string | null;
  /** In a run that repeats the failed pages of another: the run that gathered the data. Missing if this run did. */
  carriedFrom?: string;
  /** Named artifacts that people open: report, screenshot … */
  artifacts: Record<string, string>;
  details: Record<string, unknown>;
  attempts: number;
  /** Durations of gathering and auditing in ms. */
  timings: Record<string, number>;
  decidedAt: Date | null;
};

/** Returns the fields of a page or part without a result. */
export const unmeasured = () => ({
  scenarioLabels: [],
  scenarioIds: [],
  code: null,
  reason: null,
  score: null,
  metrics: {},
  rules: [],
  gatheredId: null,
  artifacts: {},
  details: {},
  attempts: 0,
  timings: {},
  decidedAt: null,
});

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
  cutRules: json,
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
