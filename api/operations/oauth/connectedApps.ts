// The apps that people connected: who sees them, and how a connection ends.
import { ProductError } from "../../../domain/errors.ts";
import { returnPlace } from "../../../domain/oauth/redirects.ts";
import { familyOf, isToken } from "../../../domain/oauth/tokens.ts";
import {
  grantOfAccess,
  grantOfFamily,
  grantWithin,
  liveGrants,
  revokeGrant,
} from "../../../models/oauthGrants/queries.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { findUser, usersWithIds } from "../../../models/users/queries.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { Person } from "../people/me.ts";
import { hashSecret } from "./secrets.ts";

type Ctx = Pick<OperationContext, "models" | "now" | "ulid" | "log">;

/** One's own connections in the open organisation, the newest first; those of everybody for administrators. */
export async function listConnectedApps(ctx: Ctx, { orgId, userId, role }: Person) {
  const at = ctx.now();
  const grants = await liveGrants(ctx.models, { orgId, at, ...(role !== "admin" && { userId }) });
  const [projects, users] = await Promise.all([
    projectsWithin(ctx.models, { orgId }, { fields: { name: 1, slug: 1 } }),
    usersWithIds(
      ctx.models,
      grants.map((grant) => grant.userId),
    ),
  ]);
  return grants.flatMap((grant) => {
    const project = projects.find(({ _id }) => _id === grant.projectId);
    const user = users.find(({ _id }) => _id === grant.userId);
    if (!project || !user) return [];
    return {
      id: grant._id,
      name: grant.appName,
      returnsTo: returnPlace(grant.redirectUri),
      project: { name: project.name, slug: project.slug },
      scope: grant.scope,
      person: user.email,
      yours: grant.userId === userId,
      connectedAt: grant.createdAt.toISOString(),
      lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
      expiresAt: grant.expiresAt.toISOString(),
    };
  });
}

/** Ends a connection of one's own, or as an administrator anybody's: its next call is refused. */
export async function disconnectApp(ctx: Ctx, caller: Person, grantId: string): Promise<void> {
  const grant = await grantWithin(ctx.models, caller.orgId, grantId);
  if (!grant || (grant.userId !== caller.userId && caller.role !== "admin"))
    throw new ProductError("not_found", "Connected app not found.");
  if (await revokeGrant(ctx.models, grantId, ctx.now()))
    await recordAudit(ctx, caller, "app.revoke", grantId, { app: grant.appName, userId: grant.userId });
}

/** An app gives its token back (RFC 7009): the connection ends. A token that is unknown, or another app's, changes nothing. */
export async function giveBack(ctx: Ctx, { token, clientId }: { token: string; clientId: string }): Promise<void> {
  const family = familyOf(token);
  const grant = family
    ? await grantOfFamily(ctx.models, hashSecret(family))
    : isToken("access", token)
      ? await grantOfAccess(ctx.models, hashSecret(token))
      : null;
  if (!grant || grant.clientId !== clientId) return;
  if (await revokeGrant(ctx.models, grant._id, ctx.now())) {
    // An app chooses its own name, which must not stand for a person's.
    const user = await findUser(ctx.models, grant.userId);
    const who = { orgId: grant.orgId, who: user?.email ?? "an app" };
    await recordAudit(ctx, who, "app.revoke", grant._id, { app: grant.appName, userId: grant.userId });
  }
}
