// Password reset links, which an administrator (or the operator) creates and shares.
import { ProductError } from "../../../domain/errors.ts";
import type { Proof } from "../../../domain/people/proof.ts";
import { revokeGrants } from "../../../models/oauthGrants/queries.ts";
import { deleteResetLinks } from "../../../models/oneTimeLinks/queries.ts";
import { membershipsOf } from "../../../models/organisations/members.ts";
import { changeCredentials, findUser } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { canMailLinks } from "../../lib/mailLink.ts";
import { hashPassword } from "../keys/passwords.ts";
import { callerOfUser, enter, type SignedIn } from "../keys/signIn.ts";
import { makeLink, makeLinkFor, openLink, type People, spendLink } from "./links.ts";
import { memberOf } from "./members.ts";
import { userOfAddress } from "./signInLink.ts";

const WORDS = {
  subject: "Your new Plumbline password",
  text: "This link sets a new password. It works once, for a day:",
};

/**
 * Creates a link for a member; `token` is null if it was sent by e-mail. An administrator gets no link for a person who belongs to an
 * organisation that they do not administer, because whoever has the link could enter it.
 */
export async function makeResetLink(
  ctx: People & Pick<OperationContext, "config">,
  caller: Caller,
  id: string,
): Promise<{ token: string | null; expiresAt: Date }> {
  mustBeAllowed(caller, "administer");
  const { user } = await memberOf(ctx, caller, id);
  if (await foreignTo(ctx, user, await administeredBy(ctx, caller)))
    throw new ProductError(
      "forbidden",
      "This person also belongs to an organisation that you do not administer. The operator can create the link: npm run -s admin -- users reset-link.",
    );
  // A shared link may be opened by anybody, but the account belongs to a person who signs in elsewhere.
  if (user.identity && !canMailLinks(ctx))
    throw new ProductError(
      "forbidden",
      "This person signs in at the identity provider, and sets a password in their account. The operator can create the link: npm run -s admin -- users reset-link.",
    );
  const wanted = { ...(await inPlaceOfOthers(ctx, user, caller.orgId)), createdBy: describeCaller(caller) };
  const { token, link } = await makeLinkFor(ctx, { ...wanted, email: user.email }, WORDS);
  await recordAudit(ctx, caller, "user.resetLink", user._id, { email: user.email, mailed: token === null });
  return { token, expiresAt: link.expiresAt };
}

/** Creates a link for any person. The operator is responsible for sharing it with the right one. */
export async function makeOperatorsResetLink(
  ctx: People,
  caller: Caller,
  email: string,
): Promise<{ token: string; expiresAt: Date }> {
  mustBeAllowed(caller, "operate");
  const user = await userOfAddress(ctx, email);
  const { token, link } = await makeLink(ctx, {
    ...(await inPlaceOfOthers(ctx, user, user.orgId)),
    createdBy: OPERATOR,
  });
  await recordAudit(ctx, { ...caller, orgId: user.orgId }, "user.resetLink", user._id, { email: user.email });
  return { token, expiresAt: link.expiresAt };
}

async function inPlaceOfOthers(ctx: People, user: User, orgId: string) {
  await deleteResetLinks(ctx.models, user._id);
  return { kind: "reset" as const, orgId, userId: user._id };
}

const OPERATOR = describeCaller({ kind: "operator", orgId: "" });

/** Sets the password, ends every session of the person, disconnects their apps, and signs in. */
export async function resetPassword(ctx: People, input: { token: string; password: string }): Promise<SignedIn> {
  const link = await openLink(ctx, input.token, "reset");
  const user = await findUser(ctx.models, link.userId ?? "");
  if (!user) throw new ProductError("not_found", "The account of this link was deleted.");
  // If the person has joined another organisation since, this link must not give access to it.
  if (link.createdBy !== OPERATOR && (await joinedSince(ctx, user, link.createdAt)))
    throw new ProductError(
      "forbidden",
      "You have joined an organisation since this link was created. Ask for a new one.",
    );
  const provedBy = link.createdBy === OPERATOR ? "operator" : link.mailed ? "mail" : null;
  // The account was linked to the identity provider after this link was created.
  if (user.identity && provedBy === null) throw new ProductError("forbidden", "Sign in at the identity provider.");
  const passwordHash = await hashPassword(input.password);
  const changed = await spendLink(ctx, link, () => changePassword(ctx, user, passwordHash, provedBy));
  await revokeGrants(ctx.models, { userId: user._id }, ctx.now());
  const signedIn = await enter(ctx, changed);
  await recordAudit(ctx, callerOfUser(signedIn.user), "user.reset", user._id, { linkBy: link.createdBy });
  return signedIn;
}

/**
 * Changes the password, which ends every session, because their credential is derived from it. Throws `conflict` if the password or the
 * sessions have changed since `user` was read, so that a sign-in that verified the address is not undone by whoever had the account
 * before.
 */
export async function changePassword(
  ctx: People,
  user: User,
  passwordHash: string,
  provedBy: Proof | null,
): Promise<User> {
  const change = { passwordHash, sessionEpoch: ctx.ulid(), provedBy };
  if (!(await changeCredentials(ctx.models, user, change)))
    throw new ProductError("conflict", "The account was changed at the same time. Sign in again.");
  await accessChanged(ctx, user._id);
  return { ...user, ...change };
}

async function administeredBy(ctx: People, caller: Caller): Promise<ReadonlySet<string>> {
  if (caller.kind !== "user") return new Set();
  const user = await findUser(ctx.models, caller.userId);
  const places = user ? await membershipsOf(ctx.models, user) : [];
  return new Set(places.filter(({ member }) => member.role === "admin").map(({ organisation }) => organisation._id));
}

async function foreignTo(ctx: People, user: User, administered: ReadonlySet<string>): Promise<boolean> {
  return (await membershipsOf(ctx.models, user)).some(({ organisation }) => !administered.has(organisation._id));
}

async function joinedSince(ctx: People, user: User, at: Date): Promise<boolean> {
  return (await membershipsOf(ctx.models, user)).some(({ member }) => new Date(member.joinedAt) > at);
}
