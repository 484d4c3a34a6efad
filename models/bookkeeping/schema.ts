// Small bookkeeping records: idempotency keys, usage counters, the audit log, and which project holds which artifact.
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * `_id` is a hash of API key, route and Idempotency-Key: the unique primary key decides who was first. Kept for 24 h. `refused`: the start
 * was refused, so the key may be used with another body.
 */
export type IdempotencyRecord = { _id: string; bodyHash: string; runId: string; createdAt: Date; refused?: boolean };
export const idempotencySchema = document<IdempotencyRecord>({
  _id: required(String),
  bodyHash: required(String),
  runId: required(String),
  createdAt: required(Date),
  refused: Boolean,
});
describeCollection(idempotencySchema, {
  holds: "A call with an Idempotency-Key; kept for 24 hours.",
  id: "a hash of API key, route and Idempotency-Key",
});
idempotencySchema.index({ createdAt: 1 });

/** `count` only changes by `$inc`. `counted`: the last runs that were counted, by a hash; `rev` guards it. */
export type Usage = {
  _id: string;
  orgId: string;
  what: string;
  period: string;
  count: number;
  counted?: string[];
  rev?: number;
};
export const usageSchema = document<Usage>({
  _id: required(String),
  orgId: required(String),
  what: required(String),
  period: required(String),
  count: required(Number),
  counted: { type: [String], default: undefined },
  rev: Number,
});
describeCollection(usageSchema, { holds: "A monthly counter of an organisation.", id: "`<orgId>:<what>:<YYYY-MM>`" });

/** What was admitted under an organisation's limit and is not written yet; `rev` grows with each change. */
export type AdmissionList = { _id: string; orgId: string; rev: number; pending: { id: string; at: number }[] };
export const admissionSchema = document<AdmissionList>({
  _id: required(String),
  orgId: required(String),
  rev: required(Number),
  pending: { type: json, default: [] },
});
describeCollection(admissionSchema, {
  holds: "What was admitted under a limit of an organisation and is not written yet.",
  id: "`<orgId>:<bound>`",
});

export type AuditEntry = {
  _id: string;
  orgId: string;
  at: Date;
  who: string;
  action: string;
  target: string;
  details: Record<string, unknown>;
};
export const auditSchema = document<AuditEntry>({
  _id: required(String),
  orgId: required(String),
  at: required(Date),
  who: required(String),
  action: required(String),
  target: required(String),
  details: { type: json, default: {} },
});
describeCollection(auditSchema, { holds: "Who did what to which thing; never a secret." });
auditSchema.index({ orgId: 1, at: -1 });
auditSchema.index({ orgId: 1, _id: -1 });
auditSchema.index({ orgId: 1, who: 1, _id: -1 });

/** Which projects may read an artifact. `_id` is `<projectId>:<sha256>`: content is shared, access is not. */
export type ArtifactRecord = {
  _id: string;
  artifactId: string;
  projectId: string;
  contentType: string;
  bytes: number;
  createdAt: Date;
  /** When a writer last held it; missing in records of earlier versions. */
  heldAt?: Date;
};
export const artifactSchema = document<ArtifactRecord>({
  _id: required(String),
  artifactId: required(String),
  projectId: required(String),
  contentType: required(String),
  bytes: required(Number),
  createdAt: required(Date),
  heldAt: Date,
});
describeCollection(artifactSchema, {
  holds: "Which project may read which content of the artifact store.",
  id: "`<projectId>:<sha256>`",
});
artifactSchema.index({ artifactId: 1 });

/** `_id` is `<limiter>:<caller>`. Written only if `rev` is unchanged since it was read. Deleted after `endsAt`. */
export type RateWindow = { _id: string; rev: string; slots: { at: number; hits: number }[]; endsAt: Date };
export const rateWindowSchema = document<RateWindow>({
  _id: required(String),
  rev: required(String),
  slots: { type: json, required: true as const },
  endsAt: required(Date),
});
describeCollection(rateWindowSchema, {
  holds: "The recent calls of one caller, for a rate limit.",
  id: "`<limiter>:<caller>`",
});
rateWindowSchema.index({ endsAt: 1 });
