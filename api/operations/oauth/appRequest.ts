// An app's request to be connected and the person's decision. Nothing about a request is stored before the person agrees.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { issuerOf } from "../../../domain/oauth/address.ts";
import { isLoopback, mayReturnTo, returnAddress, returnPlace } from "../../../domain/oauth/redirects.ts";
import { type AppRequest, type RequestProblem, readAppRequest } from "../../../domain/oauth/request.ts";
import { grantable, type OauthScope } from "../../../domain/oauth/scopes.ts";
import { LIFETIMES } from "../../../domain/oauth/tokens.ts";
import { noteConnected } from "../../../models/oauthClients/queries.ts";
import { countLiveGrants, deleteEndedGrants, insertGrant } from "../../../models/oauthGrants/queries.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import { resourceOf } from "../../lib/oauthAddress.ts";
import { optional } from "../../lib/optional.ts";
import type { Person } from "../people/me.ts";
import { type AppClient, findClient } from "./findClient.ts";
import { OAuthError } from "./refusal.ts";
import { makeCode } from "./secrets.ts";

/** Maximum number of connections per person in an organisation. */
const MAX_GRANTS = 100;
/** How long ended connections are kept, because a stolen token may turn up that long. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** How long unused codes are kept. They are of no use after their two minutes. */
const UNUSED_MS = 3_600_000;

type Checked = {
  client: AppClient;
  redirectUri: string;
  issuer: string;
  resource: string;
  asked: { scope: OauthScope; challenge: string } | RequestProblem;
};

/** Validates a request. `host` is its Host header. Throws `validation_error` if the person must not be redirected back. */
async function checkRequest(ctx: OperationContext, request: AppRequest, host: string | undefined): Promise<Checked> {
  const issuer = issuerOf(ctx.config, host);
  if (issuer === null) throw notOffered();
  const client = await findClient(ctx, request.client_id ?? "").catch((error: unknown) => {
    if (error instanceof OAuthError) throw new ProductError("validation_error", error.message);
    throw error;
  });
  const redirectUri = request.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  // Never redirect to an unregistered address, not even with an error, because it may belong to anybody.
  if (redirectUri === undefined || !mayReturnTo(client.redirectUris, redirectUri))
    throw new ProductError("validation_error", "The app asks to redirect to an address that it has not registered.");
  const resource = resourceOf(issuer);
  return { client, redirectUri, issuer, resource, asked: readAppRequest(request, resource) };
}

export const notOffered = (): ProductError =>
  new ProductError(
    "not_found",
    "Apps cannot be connected under this address. Set SVC_PUBLIC_URL to the https address of the service.",
  );

/** Returns what the consent page shows. If the request cannot be granted, returns the reason and the way back to the app. */
export async function readRequest(
  ctx: OperationContext,
  caller: Person,
  { request, host }: { request: AppRequest; host: string | undefined },
) {
  const { client, redirectUri, issuer, asked } = await checkRequest(ctx, request, host);
  const url = new URL(redirectUri);
  const [organisation, projects] = await Promise.all([
    findOrganisation(ctx.models, caller.orgId, { name: 1 }),
    projectsWithin(ctx.models, { orgId: caller.orgId }, { fields: { name: 1, slug: 1 } }),
  ]);
  const problem = "error" in asked ? asked : null;
  return {
    app: {
      name: client.name,
      uri: client.uri,
      returnsTo: returnPlace(redirectUri),
      documentHost: client.documentHost,
      // Any program on this computer can listen there under any name.
      local: url.protocol === "http:" && isLoopback(url),
    },
    person: caller.email,
    organisation: organisation?.name ?? "",
    projects: projects.map(({ _id: id, name, slug }) => ({ id, name, slug })),
    scopes: [...grantable(caller.role)],
    asked: "error" in asked ? null : asked.scope,
    problem: problem && {
      message: problem.message,
      back: answerTo({ redirectUri, issuer, request }, { error: problem.error, error_description: problem.message }),
    },
  };
}

/** Returns the address to redirect the person to, with a code or with the refusal. */
export async function decideRequest(
  ctx: OperationContext,
  caller: Person,
  { request, host, ...decision }: { request: AppRequest; host: string | undefined } & Decision,
): Promise<{ redirect: string }> {
  const { client, redirectUri, issuer, resource, asked } = await checkRequest(ctx, request, host);
  const back = { redirectUri, issuer, request };
  if ("error" in asked) return { redirect: answerTo(back, { error: asked.error, error_description: asked.message }) };
  if (!decision.allow) {
    await recordAudit(ctx, caller, "app.refuse", client.id, { app: client.name });
    return { redirect: answerTo(back, { error: "access_denied", error_description: "The person declined." }) };
  }
  const scope = decision.scope ?? "read";
  if (!grantable(caller.role).includes(scope))
    throw new ProductError("forbidden", `As ${caller.role} you have view-only access, so an app cannot get more.`);
  const project = await resolveProject(ctx, caller, decision.project);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteEndedGrants(ctx.models, { before: before(KEPT_MS), unused: before(UNUSED_MS) });
  const { orgId, userId } = caller;
  if ((await countLiveGrants(ctx.models, { orgId, userId, at: now })) >= MAX_GRANTS)
    throw new ProductError("conflict", `You have connected ${MAX_GRANTS} apps. Disconnect one in your account first.`);

  const code = makeCode();
  const codeExpiresAt = new Date(now.getTime() + LIFETIMES.codeMs);
  const grantId = makeId("oauthGrant", ctx.ulid());
  await insertGrant(ctx.models, {
    _id: grantId,
    orgId,
    projectId: project._id,
    userId,
    clientId: client.id,
    appName: client.name,
    redirectUri,
    scope,
    resource,
    codeHash: code.hash,
    codeExpiresAt,
    challenge: asked.challenge,
    redeemedAt: null,
    accessHash: null,
    accessExpiresAt: null,
    familyHash: null,
    refreshHash: null,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: codeExpiresAt,
    revokedAt: null,
  });
  await optional(ctx, "a connected app counts as unconnected", { clientId: client.id }, () =>
    noteConnected(ctx.models, client.id, now),
  );
  const details = { app: client.name, returnsTo: returnPlace(redirectUri), projectId: project._id, scope };
  await recordAudit(ctx, caller, "app.connect", grantId, details);
  return { redirect: answerTo(back, { code: code.text }) };
}

export type Decision = { allow: boolean; project?: string; scope?: OauthScope };

/** Includes the issuer, so that an app can detect a response of another service (RFC 9207). */
function answerTo(
  { redirectUri, issuer, request }: { redirectUri: string; issuer: string; request: AppRequest },
  answer: Record<string, string>,
): string {
  return returnAddress(redirectUri, { ...answer, state: request.state, iss: issuer });
}
