// Resolves an access token to its caller. Tokens are looked up on every call, so that a revoked token or right takes effect immediately.
import { ProductError } from "../../../domain/errors.ts";
import { scopeNow } from "../../../domain/oauth/scopes.ts";
import { isToken } from "../../../domain/oauth/tokens.ts";
import { grantOfAccess, noteGrantUsed } from "../../../models/oauthGrants/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { grantedBy } from "./grantedBy.ts";
import { hashSecret } from "./secrets.ts";

/** Minimum interval between writes of `lastUsedAt`. */
const LAST_USED_STEP_MS = 60_000;

/** `resource`: address that the token must be valid for. Throws `unauthorized` with the same message whatever is wrong with the token. */
export async function authenticateToken(
  ctx: Pick<OperationContext, "models" | "now" | "log">,
  text: string,
  resource: string | null,
): Promise<Extract<Caller, { kind: "key" }>> {
  const refused = new ProductError(
    "unauthorized",
    "The access token is not valid: it is unknown, expired or revoked, or for another address.",
  );
  const grant = isToken("access", text) ? await grantOfAccess(ctx.models, hashSecret(text)) : null;
  const now = ctx.now();
  if (!grant || grant.revokedAt !== null || grant.resource !== resource) throw refused;
  if (grant.accessExpiresAt === null || grant.accessExpiresAt <= now) throw refused;
  const granter = await grantedBy(ctx, grant);
  if (!granter) throw refused;
  if (grant.lastUsedAt === null || now.getTime() - grant.lastUsedAt.getTime() >= LAST_USED_STEP_MS)
    await optional(ctx, "last use of a connected app not written", { grantId: grant._id }, () =>
      noteGrantUsed(ctx.models, grant._id, now),
    );
  const { user, role } = granter;
  return {
    kind: "key",
    keyId: grant._id,
    keyName: grant.appName,
    orgId: grant.orgId,
    scope: scopeNow(grant.scope, role),
    projectId: grant.projectId,
    defaultProject: null,
    app: { name: grant.appName, userId: user._id, email: user.email, granted: grant.scope, role },
  };
}
