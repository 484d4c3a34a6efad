// A link that signs one person in, created by the operator at the terminal.
import { ProductError } from "../../../domain/errors.ts";
import { findUser, userByEmail } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { callerOfUser, enter, type SignedIn } from "../keys/signIn.ts";
import { makeLink, openLink, type People, spendLink } from "./links.ts";

export async function makeSignInLink(
  ctx: People,
  caller: Caller,
  email: string,
): Promise<{ token: string; user: User; expiresAt: Date }> {
  mustBeAllowed(caller, "operate");
  const user = await userOfAddress(ctx, email);
  const orgId = user.lastOrgId ?? user.orgId;
  const { token, link } = await makeLink(ctx, {
    kind: "signIn",
    orgId,
    userId: user._id,
    createdBy: describeCaller(caller),
  });
  await recordAudit(ctx, { ...caller, orgId }, "user.signInLink", user._id);
  return { token, user, expiresAt: link.expiresAt };
}

export async function userOfAddress(ctx: People, email: string): Promise<User> {
  const user = await userByEmail(ctx.models, email.trim().toLowerCase());
  if (!user) throw new ProductError("not_found", `There is no user with the address ${email.slice(0, 254)}.`);
  return user;
}

export async function signInByLink(ctx: People, token: string): Promise<SignedIn> {
  const link = await openLink(ctx, token, "signIn");
  const user = await findUser(ctx.models, link.userId ?? "");
  if (!user) throw new ProductError("not_found", "The account of this link was deleted.");
  const signedIn = await spendLink(ctx, link, () => enter(ctx, user));
  await recordAudit(ctx, callerOfUser(signedIn.user), "user.sign_in", user._id, { by: "link" });
  return signedIn;
}
