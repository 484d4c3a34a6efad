// Findings that people accepted. `_id` is `<projectId>:<fingerprint>`, and of a branch also the branch or its pull request, so a
// finding has one acceptance at a time on each of them.
import type { Severity } from "../../domain/audit/finding.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

export type Acceptance = {
  _id: string;
  projectId: string;
  fingerprint: string;
  pillar: AuditPillar;
  rule: string;
  severity: Severity;
  /** Page, target and sentence of the finding when it was accepted; bounded. */
  page: string;
  target: string;
  message: string;
  /** Another one for each decision, by which a stale one is told. */
  id: string;
  reason: string;
  until: Date;
  by: string;
  at: Date;
  /** Of the run that was looked at; older ones have none of these, and hold in all runs. A branch of null is the main branch. */
  branch?: string | null;
  commitSha?: string | null;
  prNumber?: number | null;
  /** Commits of its branch that rest on it since the branch was rebased or amended. */
  carried?: string[];
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
  carried: { type: [String], default: undefined },
});
describeCollection(acceptanceSchema, {
  holds: "A finding that people accepted until a date.",
  id: "`<projectId>:<fingerprint>`, and on another branch also the branch or its pull request",
});
acceptanceSchema.index({ projectId: 1, pillar: 1, until: 1 });
acceptanceSchema.index({ projectId: 1, fingerprint: 1 });
