// Permanent deletion of a project, an organisation or an account: requested by typing its name, carried out by a worker.
import {
  ASKING_MS,
  type ErasureKind,
  type ErasureTotals,
  lastAdmin,
  ONLY_ORGANISATION,
  totalsOfErasure,
} from "../../../domain/erasure/erasure.ts";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { leaveAll } from "../../../models/erasures/leave.ts";
import {
  claimOrganisation,
  countSubject,
  everyMemberOf,
  markOrganisation,
  markProject,
  markUser,
} from "../../../models/erasures/mark.ts";
import {
  confirmErasure,
  erasureOf,
  erasuresOf,
  findErasure,
  insertErasure,
  withdrawErasure,
} from "../../../models/erasures/queries.ts";
import type { Erasure } from "../../../models/erasures/schema.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { describeCaller } from "../../lib/access.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { type Asked, type Subject, subjectOf } from "./subjects.ts";

export type ErasureView = {
  id: string;
  kind: ErasureKind;
  /** Id of the deleted project, organisation or account. */
  subjectId: string;
  status: Erasure["status"];
  phase: string;
  createdAt: string;
  finishedAt: string | null;
  error: string | null;
  totals: ErasureTotals;
  /** Number of documents by collection. */
  documents: Record<string, number>;
};

/** What a deletion would remove. `confirm`: text to type. `refusal`: why deleting is not possible now. `erasure`: the one in progress. */
export type ErasurePlan = {
  kind: ErasureKind;
  id: string;
  confirm: string;
  counts: Record<string, number>;
  refusal: string | null;
  erasure: ErasureView | null;
};

const LISTED = 20;

export async function planErasure(ctx: AdminContext, caller: Caller, asked: Asked): Promise<ErasurePlan> {
  const { kind, id, word: confirm, refusal, user } = await subjectOf(ctx, caller, asked);
  const [counts, erasure] = await Promise.all([
    countSubject(ctx.models, kind, { id, email: user?.email }),
    erasureOf(ctx.models, kind, id),
  ]);
  return { kind, id, confirm, counts, refusal, erasure: erasure && viewOf(erasure) };
}

/**
 * Starts the deletion: the subject can no longer be found and its keys and sessions are refused immediately; a worker deletes the data. If
 * an erasure is already in progress, returns that one. Throws `validation_error` if the typed text is wrong, and `conflict` if the subject
 * must not be deleted.
 */
export async function askForErasure(
  ctx: AdminContext,
  caller: Caller,
  { confirm, ...asked }: Asked & { confirm: string },
): Promise<ErasureView> {
  const subject = await subjectOf(ctx, caller, asked);
  const { kind, id, word } = subject;
  if (confirm !== word) throw notConfirmed(kind);
  if (subject.refusal !== null) throw new ProductError("conflict", subject.refusal);
  const at = ctx.now();
  const wanted = { kind, subjectId: id, orgIds: subject.orgIds, requestedBy: describeCaller(caller), at };
  // Stored first, so that if this process is killed, a worker completes the remaining steps and nobody is removed from only some
  // organisations.
  const notBefore = kind === "project" ? undefined : new Date(at.getTime() + ASKING_MS);
  const { erasure, made } = await insertErasure(ctx.models, {
    _id: makeId("erasure", ctx.ulid()),
    ...wanted,
    ...(notBefore && { notBefore }),
  });
  if (erasure.notBefore) await decide(ctx, subject, erasure._id);
  await mark(ctx, subject, erasure._id);
  if (erasure.notBefore) await confirmErasure(ctx.models, erasure._id);
  if (made)
    for (const orgId of subject.orgIds)
      await recordAudit(ctx, { ...caller, orgId }, `${kind}.delete`, id, { erasureId: erasure._id });
  return viewOf(erasure);
}

const WHAT_TO_TYPE: Record<ErasureKind, string> = {
  project: "the project's name",
  organisation: "the organisation's name",
  user: "the account's e-mail address",
};

function notConfirmed(kind: ErasureKind): ProductError {
  const message = `confirm is not ${WHAT_TO_TYPE[kind]}, so nothing was deleted`;
  return new ProductError("validation_error", `${message}.`, { fields: [{ path: "confirm", message }] });
}

/**
 * Claims the organisation or removes the account from all its organisations. Throws `conflict` or `unavailable` if concurrent changes
 * prevent it; then nothing is changed or deleted.
 */
async function decide(ctx: AdminContext, { kind, id, orgIds }: Subject, erasureId: string): Promise<void> {
  let refusal: ProductError;
  if (kind === "organisation") {
    if (await claimOrganisation(ctx.models, id, erasureId)) return;
    refusal = new ProductError("conflict", ONLY_ORGANISATION);
  } else {
    const leaving = await leaveAll(ctx.models, id, orgIds);
    if (leaving.left) return;
    const organisation = await findOrganisation(ctx.models, leaving.orgId);
    refusal =
      leaving.why === "busy"
        ? new ProductError("unavailable", "Somebody else is changing the members. Try again shortly.")
        : new ProductError("conflict", lastAdmin([organisation?.name ?? leaving.orgId]));
  }
  await withdrawErasure(ctx.models, erasureId);
  throw refusal;
}

async function mark(ctx: AdminContext, { kind, id, user }: Subject, erasureId: string): Promise<void> {
  const marking = { erasureId, at: ctx.now() };
  if (kind === "project") return markProject(ctx.models, id, marking);
  if (kind === "user" && user) {
    await markUser(ctx.models, user, marking);
    await accessChanged(ctx, id);
    return;
  }
  const members = await everyMemberOf(ctx.models, id);
  await markOrganisation(ctx.models, id, marking);
  for (const userId of members) await accessChanged(ctx, userId);
}

/** Returns the progress of an erasure. Throws `not_found`. */
export const readErasure = async (ctx: AdminContext, caller: Caller, id: string): Promise<ErasureView> =>
  viewOf(await erasureFor(ctx, caller, id));

async function erasureFor(ctx: AdminContext, caller: Caller, id: string): Promise<Erasure> {
  const erasure = await findErasure(ctx.models, id);
  const mayRead = caller.kind === "operator" || erasure?.orgIds.includes(caller.orgId) === true;
  if (caller.kind !== "operator") mustBeAllowed(caller, "administer");
  if (erasure === null || !mayRead) throw new ProductError("not_found", `There is no deletion ${id}.`);
  return erasure;
}

/**
 * Retries a failed erasure by its id, because its subject can no longer be found by name. Throws `not_found`, and `conflict` if the
 * erasure is complete.
 */
export async function retryErasure(ctx: AdminContext, caller: Caller, id: string): Promise<ErasureView> {
  const { kind, subjectId, status, orgIds } = await erasureFor(ctx, caller, id);
  if (status === "completed") throw new ProductError("conflict", "This deletion is complete: nothing is left of it.");
  const known = await erasureOf(ctx.models, kind, subjectId);
  if (known) return viewOf(known);
  const wanted = { _id: makeId("erasure", ctx.ulid()), kind, subjectId, orgIds };
  const asked = { ...wanted, requestedBy: describeCaller(caller), at: ctx.now() };
  const { erasure, made } = await insertErasure(ctx.models, asked);
  if (made) await recordAudit(ctx, caller, `${kind}.delete`, subjectId, { erasureId: erasure._id });
  return viewOf(erasure);
}

/** Returns the newest erasures of the caller's organisation. */
export async function listErasures(ctx: AdminContext, caller: Caller): Promise<ErasureView[]> {
  mustBeAllowed(caller, "administer");
  return (await erasuresOf(ctx.models, caller.orgId, LISTED)).map(viewOf);
}

function viewOf({
  _id: id,
  kind,
  subjectId,
  status,
  phase,
  createdAt,
  finishedAt,
  error,
  counts,
}: Erasure): ErasureView {
  return {
    id,
    kind,
    subjectId,
    status,
    phase,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    error,
    totals: totalsOfErasure(counts),
    documents: { ...counts.documents },
  };
}
