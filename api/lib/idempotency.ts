// Idempotency-Key: repeated calls return the run or job of the first one, even if they arrive at the same time.
import { createHash } from "node:crypto";
import type { WorkKind } from "../../domain/durable/work.ts";
import { ProductError } from "../../domain/errors.ts";
import { IDEMPOTENCY_TTL_MS } from "../../domain/idempotency.ts";
import { findIdempotencyKey, keepIdempotencyKey, noteRefusedKey } from "../../models/bookkeeping/idempotency.ts";
import type { IdempotencyRecord } from "../../models/bookkeeping/schema.ts";
import type { Models } from "../../models/index.ts";
import { findWork } from "../../models/work/queries.ts";
import { callerId } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";

export type IdempotentCall = {
  /** Owner of the key: keys of different callers or routes are independent. */
  callerId: string;
  route: string;
  key: string;
  /** The validated body; the order of its fields does not matter. */
  body: unknown;
};

/** Returns the call that the request's Idempotency-Key identifies; undefined if it has none. */
export const callOf = ({ idempotency }: OperationContext, caller: Caller, body: unknown): IdempotentCall | undefined =>
  idempotency && {
    ...idempotency,
    // A person may act in several organisations.
    callerId: caller.kind === "user" ? `${caller.orgId} ${caller.userId}` : callerId(caller),
    body,
  };

/** Hashes the content of the value; the order of fields does not matter. */
export const hash = (value: unknown) => createHash("sha256").update(canonical(value)).digest("hex");

/** Returns JSON with sorted keys and without undefined fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) =>
    typeof v === "object" && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}

const recordId = (call: Omit<IdempotentCall, "body">) => hash([call.callerId, call.route, call.key]);

/**
 * Returns the run or job that an equal call started, even if it has ended; null if the call is new. Throws conflict if the key was used with
 * another body.
 */
export async function claimedWork<K extends WorkKind>(
  { models, now }: OperationContext,
  kind: K,
  call: IdempotentCall,
): ReturnType<typeof findWork<K>> {
  const id = await findClaim(models, call, now());
  return id === null ? null : findWork(models, kind, id);
}

async function findClaim(models: Models, call: IdempotentCall, now: Date): Promise<string | null> {
  const record = await findIdempotencyKey(models, recordId(call));
  if (!record || isOld(record, now)) return null;
  return record.refused && record.bodyHash !== hash(call.body) ? null : checked(record, call);
}

/** Returns the run id stored for a call, whatever its body was; null if there is none. */
export const claimedRun = async (models: Models, call: Omit<IdempotentCall, "body">): Promise<string | null> =>
  (await findIdempotencyKey(models, recordId(call)))?.runId ?? null;

/** Stores `runId` for this call, or returns the id that was stored before. The unique `_id` decides which call is first. */
export async function claimRunId(models: Models, call: IdempotentCall, runId: string, now: Date): Promise<string> {
  const record: IdempotencyRecord = { _id: recordId(call), bodyHash: hash(call.body), runId, createdAt: now };
  const expired = new Date(now.getTime() - IDEMPOTENCY_TTL_MS);
  if (await keepIdempotencyKey(models, record, expired)) return runId;
  const kept = await findIdempotencyKey(models, record._id);
  // The record was swept between the two commands; a retry of this call will be the first.
  if (!kept) throw new ProductError("unavailable", "The Idempotency-Key has just expired. Send the call again.");
  return checked(kept, call);
}

/**
 * Call it if the start was refused after `claimRunId`: the key may then be used with a corrected body, unless an equal call has stored the
 * run. The same call again still gets this run id.
 */
export const releaseClaim = (models: Models, call: IdempotentCall, runId: string): Promise<void> =>
  noteRefusedKey(models, { _id: recordId(call), runId });

const isOld = (record: IdempotencyRecord, now: Date) =>
  record.createdAt.getTime() <= now.getTime() - IDEMPOTENCY_TTL_MS;

function checked(record: IdempotencyRecord, call: IdempotentCall): string {
  if (record.bodyHash === hash(call.body)) return record.runId;
  throw new ProductError("conflict", "This Idempotency-Key was used with another body. Use a new key for a new run.");
}
