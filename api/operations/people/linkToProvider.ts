// Links an account to a person of the identity provider, who has verified its address.

import { revokeGrants } from "../../../models/oauthGrants/queries.ts";
import { deleteResetLinks } from "../../../models/oneTimeLinks/queries.ts";
import { membershipsOf } from "../../../models/organisations/members.ts";
import { changeIdentity } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Maximum attempts if others change the account at the same time. */
const TURNS = 10;

/**
 * Links the account to the person. Credentials set before the address was verified are revoked, because whoever invited the address may
 * have taken over the account and waited for its owner. Returns null if the account is linked to another person of the provider. `again`
 * reads the account again.
 */
export async function linkToProvider(
  ctx: Pick<OperationContext, "models" | "now" | "ulid" | "log">,
  first: User,
  identity: string,
  again: () => Promise<User | null>,
): Promise<User | null> {
  let user: User | null = first;
  for (let turn = 0; turn < TURNS && user; turn++) {
    const { identity: linked = null, provedBy = null } = user;
    if (linked !== null && linked !== identity) return null;
    if (linked === identity && provedBy !== null) return user;
    const ends = provedBy === null;
    const change = {
      identity,
      ...(ends && { provedBy: "sso" as const, passwordHash: null, sessionEpoch: ctx.ulid() }),
    };
    if (await changeIdentity(ctx.models, user, change))
      return settle(ctx, { ...user, ...change }, { ended: ends, hadPassword: user.passwordHash !== null });
    user = await again();
  }
  return null;
}

/** Logs in each of the person's organisations what was revoked, and removes password reset links and connected apps. */
async function settle(
  ctx: Pick<OperationContext, "models" | "now" | "ulid" | "log">,
  user: User,
  { ended, hadPassword }: { ended: boolean; hadPassword: boolean },
): Promise<User> {
  if (ended) {
    await deleteResetLinks(ctx.models, user._id);
    await revokeGrants(ctx.models, { userId: user._id }, ctx.now());
    await accessChanged(ctx, user._id);
  }
  for (const { organisation, member } of await membershipsOf(ctx.models, user)) {
    const caller = {
      kind: "user",
      userId: user._id,
      email: user.email,
      orgId: organisation._id,
      role: member.role,
    } as const;
    await recordAudit(ctx, caller, "user.link", user._id, {
      by: "oidc",
      endedSessions: ended,
      endedPassword: ended && hadPassword,
    });
  }
  return user;
}
