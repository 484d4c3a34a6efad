// Signing in by e-mail and password.
import { ProductError } from "../../../domain/errors.ts";
import type { User } from "../../../models/user.ts";
import { sha256 } from "../../../platform/artifactStore.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { verifyPassword } from "./passwords.ts";
import { beginAttempt } from "./signInAttempts.ts";

/** A person as the dashboard sees them. */
export type UserView = { id: string; email: string; name: string; role: User["role"]; orgId: string };

/** What a session remembers. `credential` changes with the password, which ends the sessions made before. */
export type SignedIn = { user: UserView; credential: string };

/** The hash of an unknown random password: an unknown e-mail address costs the same hash as a known one. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$FoaT7x80Ap2gE8QOFw0ilA$dEigVkrHEreWRW1ccarvjeRLisDWSX9Jjz8YeZsn+nU";

/** In the same words for an unknown address and a wrong password: an answer must not tell them apart. */
const refused = () => new ProductError("unauthorized", "The e-mail address or the password is wrong.");

/**
 * Throws unauthorized, or rate_limit while `address` is paused. Up to the refusal an unknown account is treated exactly as a
 * known one: the same reads and writes, the same hash.
 */
export async function signIn(
  ctx: OperationContext,
  input: { email: string; password: string; address: string },
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const attempt = await beginAttempt(ctx, { address: input.address, email });
  const user = await ctx.models.users.findOne({ email }).lean<User>();
  const right = await verifyPassword(user?.passwordHash ?? NOBODYS_HASH, input.password);
  if (!user) throw refused();
  const caller: Caller = { kind: "user", userId: user._id, email: user.email, orgId: user.orgId, role: user.role };
  if (!right) {
    // Nobody waits for the entry, as its time would tell that the account exists. It never rejects.
    void recordAudit(ctx, caller, "user.sign_in_failed", user._id);
    throw refused();
  }
  await optional(ctx, "failed sign-ins not reset", { userId: user._id }, () => attempt.succeeded());
  await recordAudit(ctx, caller, "user.sign_in", user._id);
  return { user: viewUser(user), credential: credentialOf(user) };
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
