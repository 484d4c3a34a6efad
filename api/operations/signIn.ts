// Signing in by e-mail and password, with a lock-out whose pauses grow.
import { ProductError } from "../../domain/errors.ts";
import { sha256 } from "../../models/artifacts/store.ts";
import type { User } from "../../models/user.ts";
import { recordAudit } from "./auditLog.ts";
import type { Caller, OperationContext } from "./context.ts";
import { verifyPassword } from "./passwords.ts";
import { tolerate } from "./tolerate.ts";

/** Wrong passwords in a row until the account pauses. */
export const FREE_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** A person as the dashboard sees them. */
export type UserView = { id: string; email: string; name: string; role: User["role"]; orgId: string };

/** What a session remembers. `credential` changes with the password, which ends the sessions made before. */
export type SignedIn = { user: UserView; credential: string };

/** The pause after the n-th wrong password in a row, null for the first ones: 30 s, doubled each time, at most 15 min. */
export function pauseAfter(failures: number): number | null {
  if (failures < FREE_ATTEMPTS) return null;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_PAUSE_MS);
}

/** Of a random password nobody knows: an unknown e-mail address costs the same hash as a known one. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$FoaT7x80Ap2gE8QOFw0ilA$dEigVkrHEreWRW1ccarvjeRLisDWSX9Jjz8YeZsn+nU";

/** In the same words for an unknown address, a wrong password and a locked account: an answer must not tell them apart. */
const refused = () =>
  new ProductError(
    "unauthorized",
    "The e-mail address or the password is wrong, or the account is paused after several wrong passwords. Try again later.",
  );

export async function signIn(ctx: OperationContext, input: { email: string; password: string }): Promise<SignedIn> {
  const user = await reserveAttempt(ctx, input.email.trim().toLowerCase());
  const right = await verifyPassword(user?.passwordHash ?? NOBODYS_HASH, input.password);
  if (!user) throw refused();
  const caller: Caller = { kind: "user", userId: user._id, email: user.email, orgId: user.orgId, role: user.role };
  if (!right) {
    await recordAudit(ctx, caller, "user.sign_in_failed", user._id);
    throw refused();
  }
  await tolerate(ctx, "failed sign-ins not reset", { userId: user._id }, () =>
    ctx.models.users.updateOne({ _id: user._id }, { $set: { failedSignIns: 0, lockedUntil: null } }),
  );
  await recordAudit(ctx, caller, "user.sign_in", user._id);
  return { user: viewUser(user), credential: credentialOf(user) };
}

/**
 * The user whose password may be tried now, or null (unknown or paused). The attempt counts as failed before the
 * password is looked at, and only for the one who saw the counter last: many guesses at once get no more tries than
 * the same guesses one after the other.
 */
async function reserveAttempt(ctx: OperationContext, email: string): Promise<User | null> {
  for (let turn = 0; turn < 10; turn++) {
    const user = await ctx.models.users.findOne({ email }).lean<User>();
    const now = ctx.now();
    if (!user || (user.lockedUntil !== null && user.lockedUntil > now)) return null;
    const failures = user.failedSignIns + 1;
    const pause = pauseAfter(failures);
    const reserved = await ctx.models.users.updateOne(
      { _id: user._id, failedSignIns: user.failedSignIns, lockedUntil: user.lockedUntil },
      { $set: { failedSignIns: failures, lockedUntil: pause === null ? null : new Date(now.getTime() + pause) } },
    );
    if (reserved.modifiedCount > 0) return user;
  }
  return null;
}

/** The signed-in person of a session, read at every request: a changed role or password counts at once. */
export async function userOfSession(
  ctx: OperationContext,
  session: { userId?: string; credential?: string },
): Promise<UserView | null> {
  if (!session.userId) return null;
  const user = await ctx.models.users.findOne({ _id: session.userId }).lean<User>();
  return user && credentialOf(user) === session.credential ? viewUser(user) : null;
}

export function callerOfUser(user: UserView): Extract<Caller, { kind: "user" }> {
  return { kind: "user", userId: user.id, email: user.email, orgId: user.orgId, role: user.role };
}

const credentialOf = (user: User) => sha256(Buffer.from(user.passwordHash)).slice(0, 16);

function viewUser(user: User): UserView {
  return { id: user._id, email: user.email, name: user.name, role: user.role, orgId: user.orgId };
}
