// Sign-in by e-mail address and password.
import { ProductError } from "../../../domain/errors.ts";
import { type Membership, membershipIn, membershipsOf } from "../../../models/organisations/members.ts";
import { changeUser, findUser, userByEmail } from "../../../models/users/queries.ts";
import type { Role, User } from "../../../models/users/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { sharedReads } from "../../../platform/sharedReads.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { verifyPassword } from "./passwords.ts";
import { beginAttempt } from "./signInAttempts.ts";

/** A person as the dashboard sees them: `orgId` and `role` are those of the open organisation. */
export type UserView = { id: string; email: string; name: string; role: Role; orgId: string };

/**
 * Contents of a session. `credential` changes with the password and by "sign out everywhere", `epoch` with the person's role in the
 * organisation; either change ends earlier sessions.
 */
export type SignedIn = { user: UserView; credential: string; epoch: string | null };

/** Hash of an unknown random password, so that an unknown e-mail address costs the same hashing as a known one. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$FoaT7x80Ap2gE8QOFw0ilA$dEigVkrHEreWRW1ccarvjeRLisDWSX9Jjz8YeZsn+nU";

/** Sign-in needs neither the artifact store nor the durable engine. */
type People = Pick<OperationContext, "models" | "now" | "ulid" | "log">;

/** Same message for an unknown address and a wrong password, because a response must not reveal which it was. */
const refused = () => new ProductError("unauthorized", "The e-mail address or the password is wrong.");

/**
 * Signs a person in. Throws `unauthorized`, or `rate_limit` while `address` is paused. Until the refusal, an unknown account is treated
 * exactly like a known one: the same reads and writes, the same hash.
 */
export async function signIn(
  ctx: OperationContext,
  input: { email: string; password: string; address: string },
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const attempt = await beginAttempt(ctx, { address: input.address, email });
  const user = await userByEmail(ctx.models, email);
  const right = await verifyPassword(user?.passwordHash ?? NOBODYS_HASH, input.password);
  if (!user) throw refused();
  if (!right || user.passwordHash === null) {
    const { _id: userId, orgId, role } = user;
    const caller: Caller = { kind: "user", userId, email, orgId: user.lastOrgId ?? orgId, role };
    // Not awaited, because the time it takes would reveal that the account exists. It never rejects.
    void recordAudit(ctx, caller, "user.sign_in_failed", user._id);
    throw refused();
  }
  await optional(ctx, "failed sign-ins not reset", { userId: user._id }, () => attempt.succeeded());
  const signedIn = await enter(ctx, user);
  await recordAudit(ctx, callerOfUser(signedIn.user), "user.sign_in", user._id);
  return signedIn;
}

/**
 * Returns the session contents of an authenticated person: in the organisation `wanted` (id or slug), otherwise in the one opened last.
 * Throws `not_found` if the person is not a member of it, and `forbidden` if they belong to no organisation.
 */
export async function enter(ctx: People, user: User, wanted?: string): Promise<SignedIn> {
  const places = await membershipsOf(ctx.models, user);
  const of = (id: string | null | undefined) => places.find(({ organisation }) => organisation._id === id);
  const place =
    wanted === undefined
      ? (of(user.lastOrgId) ?? of(user.orgId) ?? places[0])
      : places.find(({ organisation: { _id, slug } }) => _id === wanted || slug === wanted);
  if (!place && wanted !== undefined) throw new ProductError("not_found", `Organisation "${wanted}" was not found.`);
  if (!place)
    throw new ProductError("forbidden", "You no longer belong to an organisation. Ask an administrator to invite you.");
  const orgId = place.organisation._id;
  if ((user.lastOrgId ?? user.orgId) !== orgId)
    await optional(ctx, "the open organisation not kept", { userId: user._id }, () =>
      changeUser(ctx.models, user._id, { lastOrgId: orgId }),
    );
  return { user: viewUser(user, place), credential: credentialOf(user), epoch: place.member.epoch };
}

/** What a session stores of a `SignedIn`. Sessions from before the support of several organisations have no `orgId`. */
export type SessionFields = { userId?: string; credential?: string; orgId?: string; epoch?: string | null };

/** A person may have many pages open, which all read after each change of a run. */
const shared = sharedReads<UserView | null>();

/**
 * Returns the signed-in person of a session. Every request sees the person as stored when it came or later, so that a removed member or a
 * changed role or password takes effect immediately.
 */
export async function userOfSession(
  ctx: People,
  { userId, credential, orgId, epoch = null }: SessionFields,
): Promise<UserView | null> {
  if (!userId) return null;
  return shared(ctx.models, JSON.stringify([userId, credential, orgId, epoch]), async () => {
    const user = await findUser(ctx.models, userId);
    if (!user || credentialOf(user) !== credential) return null;
    const place = await membershipIn(ctx.models, user, orgId ?? user.orgId);
    return place && place.member.epoch === epoch ? viewUser(user, place) : null;
  });
}

export function callerOfUser(user: UserView): Extract<Caller, { kind: "user" }> {
  return { kind: "user", userId: user.id, email: user.email, orgId: user.orgId, role: user.role };
}

/** Returns the credential that every session of the person is bound to. */
export function credentialOf({ passwordHash, sessionEpoch }: User): string {
  return sha256(`${passwordHash ?? ""}${sessionEpoch ?? ""}`).slice(0, 16);
}

function viewUser(user: User, { organisation, member }: Membership): UserView {
  return { id: user._id, email: user.email, name: user.name, role: member.role, orgId: organisation._id };
}
