// Passwords that are set by a link, which an administrator (or the operator) makes and hands on.
import { ProductError } from "../../../domain/errors.ts";
import { membershipsOf } from "../../../models/members.ts";
import type { User } from "../../../models/user.ts";
import { describeCaller } from "../../lib/access.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { mustBeAllowed } from "../admin/admin.ts";
import { hashPassword } from "../keys/passwords.ts";
import { callerOfUser, enter, type SignedIn } from "../keys/signIn.ts";
import { makeLink, openLink, type People, spendLink } from "./links.ts";
import { memberOf } from "./members.ts";
import { userOfAddress } from "./signInLink.ts";

/**
 * A link for a member. An administrator gets none for a person who belongs to an organisation that they do not administer:
 * whoever holds it could enter there.
 */
export async function makeResetLink(
  ctx: People,
  caller: Caller,
  who: { id: string } | { email: string },
): Promise<{ token: string; expiresAt: Date; user: User }> {
  mustBeAllowed(caller, "administer");
  const operator = caller.kind === "operator";
  const user = "email" in who ? await userOfAddress(ctx, who.email) : (await memberOf(ctx, caller, who.id)).user;
  if (!operator && (await foreignTo(ctx, user, await administeredBy(ctx, caller))))
    throw new ProductError(
      "forbidden",
      "This person also belongs to an organisation that you do not administer. The operator can make the link: npm run -s admin -- users reset-link.",
    );
  const orgId = operator ? user.orgId : caller.orgId;
  await ctx.models.oneTimeLinks.deleteMany({ kind: "reset", userId: user._id });
  const { token, link } = await makeLink(ctx, {
    ...{ kind: "reset", orgId, userId: user._id },
    ...{ createdBy: operator ? OPERATOR : describeCaller(caller) },
  });
  await recordAudit(ctx, { ...caller, orgId }, "user.resetLink", user._id, { email: user.email });
  return { token, expiresAt: link.expiresAt, user };
}

const OPERATOR = describeCaller({ kind: "operator", orgId: "" });

/** Sets the password, ends every session of the person and signs in. */
export async function resetPassword(ctx: People, input: { token: string; password: string }): Promise<SignedIn> {
  const link = await openLink(ctx, input.token, "reset");
  const user = await ctx.models.users.findOne({ _id: link.userId ?? "" }).lean<User>();
  if (!user) throw new ProductError("not_found", "The person whom this link is for is gone.");
  // A person who has joined another organisation since: its doors must not open by this link.
  if (link.createdBy !== OPERATOR && (await joinedSince(ctx, user, link.createdAt)))
    throw new ProductError("forbidden", "You have joined an organisation since this link was made. Ask for a new one.");
  const passwordHash = await hashPassword(input.password);
  const changed = await spendLink(ctx, link, () => changePassword(ctx, user, passwordHash));
  const signedIn = await enter(ctx, changed);
  await recordAudit(ctx, callerOfUser(signedIn.user), "user.reset", user._id, { linkBy: link.createdBy });
  return signedIn;
}

/** Another password ends every session, as their credential is made of it. */
export async function changePassword(ctx: People, user: User, passwordHash: string): Promise<User> {
  const change = { passwordHash, sessionEpoch: ctx.ulid() };
  await ctx.models.users.updateOne({ _id: user._id }, { $set: change });
  await accessChanged(ctx, user._id);
  return { ...user, ...change };
}

async function administeredBy(ctx: People, caller: Caller): Promise<ReadonlySet<string>> {
  if (caller.kind !== "user") return new Set();
  const user = await ctx.models.users.findOne({ _id: caller.userId }).lean<User>();
  const places = user ? await membershipsOf(ctx.models, user) : [];
  return new Set(places.filter(({ member }) => member.role === "admin").map(({ organisation }) => organisation._id));
}

async function foreignTo(ctx: People, user: User, administered: ReadonlySet<string>): Promise<boolean> {
  return (await membershipsOf(ctx.models, user)).some(({ organisation }) => !administered.has(organisation._id));
}

async function joinedSince(ctx: People, user: User, at: Date): Promise<boolean> {
  return (await membershipsOf(ctx.models, user)).some(({ member }) => new Date(member.joinedAt) > at);
}
