// Findings that people accepted. `_id` is `<projectId>:<fingerprint>`, plus the branch or pull request if it applies only there, so a
// finding has at most one acceptance in each of them.
import type { Severity } from "../../domain/audit/finding.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { DecidedAt } from "../../domain/history/decisionHolds.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** Older acceptances have no `DecidedAt` and apply to all runs. */
export type Acceptance = DecidedAt & {
  _id: string;
  projectId: string;
  fingerprint: string;
  pillar: AuditPillar;
  rule: string;
  severity: Severity;
  /** Page, target and message of the finding when it was accepted; limited in length. */
  page: string;
  target: string;
  message: string;
  /** New for each decision, so that a stale one is recognized. */
  id: string;
  reason: string;
  until: Date;
  by: string;
  at: Date;
};

export const acceptanceSchema = document<Acceptance>({
  _id: required(String),
  projectId: required(String),
  fingerprint: required(String),
  pillar: required(String),
  rule: required(String),
  severity: required(String),
  page: required(String),
  target: { type: String, default: "" },
  message: required(String),
  id: required(String),
  reason: required(String),
  until: required(Date),
  by: required(String),
  at: required(Date),
  branch: { type: String },
  commitSha: { type: String },
  prNumber: { type: Number },
  runAt: { type: Date },
  carried: { type: [String], default: undefined },
});
describeCollection(acceptanceSchema, {
  holds: "A finding that people accepted until a date.",
  id: "`<projectId>:<fingerprint>`, and on another branch also the branch or its pull request",
});
acceptanceSchema.index({ projectId: 1, pillar: 1, until: 1 });
acceptanceSchema.index({ projectId: 1, fingerprint: 1 });
