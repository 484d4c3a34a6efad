// What people do with their own account.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { revokeGrants } from "../../../models/oauthGrants/queries.ts";
import { membershipsOf } from "../../../models/organisations/members.ts";
import { changeUser, findUser } from "../../../models/users/queries.ts";
import type { Role, User } from "../../../models/users/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { hashPassword, verifyPassword } from "../keys/passwords.ts";
import { credentialOf, enter, type SignedIn, type UserView } from "../keys/signIn.ts";
import { beginAttempt } from "../keys/signInAttempts.ts";
import type { People } from "./links.ts";
import { mayCreateOrganisations } from "./organisations.ts";
import { changePassword } from "./resets.ts";
import type { OrganisationView } from "./setPlan.ts";

export type Person = Extract<Caller, { kind: "user" }>;
export type MyOrganisation = { id: string; name: string; slug: string; role: Role };

/** Returns the caller's account. It normally exists, because the session was read with it. */
export async function accountOf(ctx: Pick<People, "models">, { userId }: Person): Promise<User> {
  const user = await findUser(ctx.models, userId);
  if (!user) throw new ProductError("unauthorized", "This account is gone.");
  return user;
}

/** Returns the caller's identity, their open organisation and their other organisations. */
export async function readMe(ctx: OperationContext, caller: Person) {
  const user = await accountOf(ctx, caller);
  const places = await membershipsOf(ctx.models, user);
  const organisations: MyOrganisation[] = places.map(({ organisation: { _id, name, slug }, member: { role } }) => ({
    id: _id,
    name,
    slug,
    role,
  }));
  const here = places.find(({ organisation }) => organisation._id === caller.orgId)?.organisation;
  if (!here) throw new ProductError("unauthorized", "You are no longer a member of this organisation.");
  const organisation: OrganisationView = { id: here._id, name: here.name, slug: here.slug, plan: here.plan };
  const { _id: id, email, name, passwordHash } = user;
  return {
    user: { id, email, name, role: caller.role, orgId: caller.orgId, hasPassword: passwordHash !== null },
    organisation,
    organisations,
    mayCreateOrganisations: mayCreateOrganisations(ctx, caller),
  };
}

export async function rename(ctx: People, caller: Person, name: string): Promise<UserView> {
  const user = await accountOf(ctx, caller);
  await changeUser(ctx.models, user._id, { name });
  await recordAudit(ctx, caller, "user.rename", user._id, { from: user.name, to: name });
  return { id: user._id, email: user.email, name, role: caller.role, orgId: caller.orgId };
}

/** Sets a new password: every session ends, and the response opens a new one. People who already have a password must provide it. */
export async function setPassword(
  ctx: OperationContext,
  caller: Person,
  input: { current?: string; password: string; address: string; credential: string | undefined },
): Promise<SignedIn> {
  const user = await accountOf(ctx, caller);
  // The session may have ended since it was read, for example because the password was removed, in which case none would be required.
  if (credentialOf(user) !== input.credential) throw new ProductError("unauthorized", "This session has ended.");
  if (user.passwordHash !== null) {
    if (!input.current) throw wrongCurrent("current is required: enter your current password.");
    // Counted like a sign-in, so that somebody with access to an open session cannot guess the password.
    const attempt = await beginAttempt(ctx, { address: input.address, email: user.email });
    if (!(await verifyPassword(user.passwordHash, input.current))) throw wrongCurrent("This is not your password.");
    await optional(ctx, "failed sign-ins not reset", { userId: user._id }, () => attempt.succeeded());
  }
  const changed = await changePassword(ctx, user, await hashPassword(input.password), user.provedBy ?? null);
  await recordAudit(ctx, caller, "user.password", user._id);
  return enter(ctx, changed, caller.orgId);
}

const wrongCurrent = (message: string) => fieldError("current", message);

/** Ends every session of the caller and disconnects every app; the response opens a new session. */
export async function signOutEverywhere(ctx: People, caller: Person): Promise<SignedIn> {
  const user = await accountOf(ctx, caller);
  const sessionEpoch = ctx.ulid();
  await changeUser(ctx.models, user._id, { sessionEpoch });
  await revokeGrants(ctx.models, { userId: user._id }, ctx.now());
  await accessChanged(ctx, user._id);
  await recordAudit(ctx, caller, "user.signOutEverywhere", user._id, { who: describeCaller(caller) });
  return enter(ctx, { ...user, sessionEpoch }, caller.orgId);
}

/** Switches to another organisation of the caller. */
export async function switchOrganisation(ctx: People, caller: Person, wanted: string): Promise<SignedIn> {
  const signedIn = await enter(ctx, await accountOf(ctx, caller), wanted);
  await recordAudit(ctx, { ...caller, orgId: signedIn.user.orgId }, "user.switch", caller.userId);
  return signedIn;
}
