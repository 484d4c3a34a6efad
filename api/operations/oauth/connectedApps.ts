// Apps that people connected: listing them and ending a connection.
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

/** Returns the person's own connections in the open organisation, newest first; for administrators those of everybody. */
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

/** Ends one of the person's own connections, or any connection if they are an administrator; its next call is refused. */
export async function disconnectApp(ctx: Ctx, caller: Person, grantId: string): Promise<void> {
  const grant = await grantWithin(ctx.models, caller.orgId, grantId);
  if (!grant || (grant.userId !== caller.userId && caller.role !== "admin"))
    throw new ProductError("not_found", "Connected app not found.");
  if (await revokeGrant(ctx.models, grantId, ctx.now()))
    await recordAudit(ctx, caller, "app.revoke", grantId, { app: grant.appName, userId: grant.userId });
}

/** Revokes a token on request of its app (RFC 7009), which ends the connection. An unknown token or one of another app changes nothing. */
export async function giveBack(ctx: Ctx, { token, clientId }: { token: string; clientId: string }): Promise<void> {
  const family = familyOf(token);
  const grant = family
    ? await grantOfFamily(ctx.models, hashSecret(family))
    : isToken("access", token)
      ? await grantOfAccess(ctx.models, hashSecret(token))
      : null;
  if (!grant || grant.clientId !== clientId) return;
  if (await revokeGrant(ctx.models, grant._id, ctx.now())) {
    // Not logged under the app's name: an app chooses its own name, which must not pass for a person's.
    const user = await findUser(ctx.models, grant.userId);
    const who = { orgId: grant.orgId, who: user?.email ?? "an app" };
    await recordAudit(ctx, who, "app.revoke", grant._id, { app: grant.appName, userId: grant.userId });
  }
}
