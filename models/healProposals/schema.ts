// Proposals to heal steps, one document each; the run stays unchanged, whatever the decision.
import type { HealOutcome, HealStatus } from "../../domain/functional/heal/outcome.ts";
import type { DecidedAt } from "../../domain/history/decisionHolds.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * `_id` is derived from the job's, so that a job that runs twice stores one proposal. Older proposals have no `DecidedAt` and apply to all
 * runs.
 */
export type HealProposal = DecidedAt & {
  _id: string;
  orgId: string;
  projectId: string;
  environmentId: string | null;
  environmentName: string | null;
  jobId: string;
  runId: string;
  featureId: string;
  featureName: string;
  scenario: string;
  browser: string;
  viewport: string;
  /** What it would change: a definition's id, or a feature's with the line. A newer proposal for the same subject replaces an open one. */
  subject: string;
  status: HealStatus;
  /** `HealOutcome` as JSON, because it contains nested lists. */
  outcome: string;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** Why it was rejected or is outdated. */
  reason: string | null;
  /** When somebody started to apply it. */
  claimedAt: Date | null;
};

export const healProposalSchema = document<HealProposal>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  environmentName: { type: String, default: null },
  jobId: required(String),
  runId: required(String),
  featureId: required(String),
  featureName: { type: String, default: "" },
  scenario: { type: String, default: "" },
  browser: required(String),
  viewport: required(String),
  subject: required(String),
  status: required(String),
  outcome: required(String),
  createdAt: required(Date),
  decidedAt: { type: Date, default: null },
  decidedBy: { type: String, default: null },
  reason: { type: String, default: null },
  claimedAt: { type: Date, default: null },
  branch: { type: String },
  commitSha: { type: String },
  prNumber: { type: Number },
  runAt: { type: Date },
  carried: { type: [String], default: undefined },
});
describeCollection(healProposalSchema, {
  holds: "One proposal to heal a step, with its patch; the newest 200 of a project, for 90 days.",
  id: "an id made from the job's",
});
healProposalSchema.index({ projectId: 1, status: 1, createdAt: -1 });

export const outcomeOf = ({ outcome }: Pick<HealProposal, "outcome">): HealOutcome =>
  JSON.parse(outcome) as HealOutcome;
