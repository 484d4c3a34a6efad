// Exchanges a code or a refresh token for tokens. Each can be used once; a second use ends the connection, because it means that the token
// was stolen.
import { isResource } from "../../../domain/oauth/address.ts";
import { scopeAsked, scopeText } from "../../../domain/oauth/scopes.ts";
import { familyOf, isToken, LIFETIMES } from "../../../domain/oauth/tokens.ts";
import { noteConnected } from "../../../models/oauthClients/queries.ts";
import {
  grantOfCode,
  grantOfFamily,
  redeemCode,
  revokeGrant,
  rotateTokens,
} from "../../../models/oauthGrants/queries.ts";
import type { OauthGrant } from "../../../models/oauthGrants/schema.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import { grantedBy } from "./grantedBy.ts";
import { OAuthErrorCode, refusal } from "./refusal.ts";
import { hashSecret, type MadeTokens, makeTokens, provesChallenge } from "./secrets.ts";

type Ctx = Pick<OperationContext, "models" | "now" | "ulid" | "log">;
export type Form = Readonly<Record<string, string | undefined>>;

const notValid = (what: string) => refusal(OAuthErrorCode.InvalidGrant, `The ${what} is not valid.`);

/** Returns the response of the token endpoint (OAuth 2.1, section 3.2). Throws OAuthError. */
export function exchange(ctx: Ctx, form: Form) {
  if (form.grant_type === "authorization_code") return byCode(ctx, form);
  if (form.grant_type === "refresh_token") return byRefresh(ctx, form);
  throw refusal(OAuthErrorCode.UnsupportedGrantType, "grant_type must be authorization_code or refresh_token.");
}

async function byCode(ctx: Ctx, { code = "", code_verifier = "", redirect_uri, ...form }: Form) {
  const invalid = notValid("code");
  const grant = isToken("code", code) ? await grantOfCode(ctx.models, hashSecret(code)) : null;
  const now = ctx.now();
  if (!grant || grant.clientId !== form.client_id) throw invalid;
  if (redirect_uri !== undefined && redirect_uri !== grant.redirectUri) throw invalid;
  // Checked before the code counts as used, so that whoever merely saw the code cannot invalidate it.
  if (!provesChallenge(code_verifier, grant.challenge)) throw invalid;
  requireResource(grant, form.resource);
  if (grant.redeemedAt !== null) throw await reused(ctx, grant, invalid);
  if (grant.revokedAt !== null || grant.codeExpiresAt <= now || !(await grantedBy(ctx, grant))) throw invalid;
  const made = makeTokens(now);
  if (!(await redeemCode(ctx.models, grant._id, { ...made.stored, familyHash: made.familyHash, at: now })))
    throw await reused(ctx, grant, invalid);
  return answer(grant, made);
}

async function byRefresh(ctx: Ctx, { refresh_token = "", ...form }: Form) {
  const invalid = notValid("refresh token");
  const family = familyOf(refresh_token);
  const grant = family === null ? null : await grantOfFamily(ctx.models, hashSecret(family));
  const now = ctx.now();
  if (!grant || family === null || grant.clientId !== form.client_id) throw invalid;
  requireResource(grant, form.resource);
  // A token keeps the scope that the person chose; a wider scope needs their consent.
  if (form.scope && (scopeAsked(form.scope) ?? "write") !== "read" && grant.scope === "read")
    throw refusal(OAuthErrorCode.InvalidScope, `The person granted ${scopeText(grant.scope)} only.`);
  if (grant.revokedAt !== null || grant.expiresAt <= now || !(await grantedBy(ctx, grant))) throw invalid;
  const refreshHash = hashSecret(refresh_token);
  const made = makeTokens(now, family);
  if (!(await rotateTokens(ctx.models, { grantId: grant._id, refreshHash, at: now }, made.stored)))
    throw await reused(ctx, grant, invalid);
  // Keeps the registration of an app in regular use from expiring, although nobody connects it again.
  await noteConnected(ctx.models, grant.clientId, now);
  return answer(grant, made);
}

function requireResource(grant: OauthGrant, asked: string | undefined): void {
  if (asked && !isResource(asked, grant.resource))
    throw refusal("invalid_target", `The person connected the app to ${grant.resource}.`);
}

/** Ends the connection for both parties, because nobody can know which of the two is the app (RFC 9700, section 4.14.2). */
async function reused(ctx: Ctx, grant: OauthGrant, error: Error): Promise<Error> {
  if (await revokeGrant(ctx.models, grant._id, ctx.now())) {
    const details = { app: grant.appName, reason: "A code or refresh token was used twice." };
    await recordAudit(ctx, { orgId: grant.orgId, who: "Plumbline" }, "app.reuse", grant._id, details);
  }
  return error;
}

const answer = ({ scope }: OauthGrant, { access, refresh }: MadeTokens) => ({
  access_token: access,
  token_type: "Bearer" as const,
  expires_in: LIFETIMES.accessMs / 1_000,
  refresh_token: refresh,
  scope: scopeText(scope),
});
