// OAuth 2.1 for MCP: how apps register and get tokens. The person's side is in app/connectedApps.ts.
import type { ErrorRequestHandler, Request } from "express";
import { bodyOf } from "../lib/validate.ts";
import { HTTP_STATUS_OF, setRetryAfter, toProductError } from "../middleware/errors.ts";
import { giveBack } from "../operations/oauth/connectedApps.ts";
import { exchange, type Form } from "../operations/oauth/exchange.ts";
import { OAuthError, OAuthErrorCode, refusal } from "../operations/oauth/refusal.ts";
import { registerClient } from "../operations/oauth/registerClient.ts";
import { done } from "./answers/accounts.ts";
import { registeredApp, tokens } from "./answers/oauth.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { issuerFor, NOT_OFFERED } from "./oauthDiscovery.ts";

const ofApps = {
  method: "post",
  tag: "Gateway",
  access: "open",
  bodyRead: "last",
  noStore: true,
  refusalShape: "oauth",
} as const;

const register = defineEndpoint({
  ...ofApps,
  path: "/oauth/register",
  id: "registerApp",
  summary: "Register an app (RFC 7591)",
  description:
    "Apps are public: they get no secret and use PKCE. An app that nobody connects is forgotten after a week. An app whose id is the https address of a client metadata document needs no registration.",
  bodyDocument: {
    type: "object",
    properties: {
      redirect_uris: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 20 },
      client_name: { type: "string" },
      client_uri: { type: "string" },
    },
    required: ["redirect_uris"],
  },
  examples: { app: { client_name: "My agent", redirect_uris: ["http://127.0.0.1/callback"] } },
  bounds: "small",
  limits: ["register"],
  answers: { 201: { description: "The app's id.", json: registeredApp } },
  refusals: { 404: NOT_OFFERED },
  async handle({ ctx, req }) {
    issuerFor(ctx, req);
    const client = await registerClient(ctx, bodyOf(req));
    return {
      json: {
        client_id: client._id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        ...(client.uri && { client_uri: client.uri }),
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none" as const,
      },
    };
  },
});

const token = defineEndpoint({
  ...ofApps,
  path: "/oauth/token",
  id: "exchangeToken",
  summary: "Exchange a code or a refresh token for tokens",
  description:
    "Takes `grant_type=authorization_code` with `code`, `code_verifier`, `client_id` and `redirect_uri`, or `grant_type=refresh_token` with `refresh_token` and `client_id`. Each code and refresh token works once; a second use ends the connection.",
  bounds: "form",
  limits: ["token"],
  answers: { 200: { description: "Tokens for an hour, and a refresh token for 60 days.", json: tokens } },
  handle: async ({ ctx, req }) => ({ json: await exchange(ctx, formOf(req)) }),
});

const revoke = defineEndpoint({
  ...ofApps,
  path: "/oauth/revoke",
  id: "revokeToken",
  summary: "Give a token back (RFC 7009)",
  description: "Takes `token` and `client_id`. The connection ends. A token that is not valid changes nothing.",
  bounds: "form",
  limits: ["token"],
  answers: { 200: { description: "The token no longer works.", json: done } },
  async handle({ ctx, req }) {
    const { token = "", client_id: clientId = "" } = formOf(req);
    await giveBack(ctx, { token, clientId });
    return { json: { success: true } };
  },
});

/** Returns the fields of the form. Each may occur only once (OAuth 2.1, section 3.2). */
function formOf(req: Request): Form {
  const body: unknown = req.body;
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString("utf8") : "");
  if (new Set(fields.keys()).size !== fields.size)
    throw refusal(OAuthErrorCode.InvalidRequest, "A parameter occurs more than once.");
  return Object.fromEntries(fields);
}

const STATUS_OF: Record<string, number> = { invalid_client: 401, temporarily_unavailable: 503 };

/** Reports errors in the shape that OAuth clients expect. */
const oauthErrors: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof OAuthError) {
    const status = STATUS_OF[error.code] ?? 400;
    setRetryAfter(res, status, undefined);
    return void res.status(status).set("Cache-Control", "no-store").json(error.toResponseObject());
  }
  const known = toProductError(error);
  if (known === null) return next(error);
  const status = HTTP_STATUS_OF[known.code];
  setRetryAfter(res, status, known.details.retryAfterMs);
  const code = status < 429 ? OAuthErrorCode.InvalidRequest : OAuthErrorCode.TemporarilyUnavailable;
  res.status(status).set("Cache-Control", "no-store").json(new OAuthError(code, known.message).toResponseObject());
};

export const oauthEndpoints: EndpointArea = {
  name: "oauth",
  endpoints: [register, token, revoke],
  errors: () => oauthErrors,
};
