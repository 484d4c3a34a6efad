// How apps discover where to get tokens for /mcp and where a person connects them.
import type { Request } from "express";
import { issuerOf } from "../../domain/oauth/address.ts";
import { OAUTH_SCOPES } from "../../domain/oauth/scopes.ts";
import type { OperationContext } from "../lib/context.ts";
import { resourceOf } from "../lib/oauthAddress.ts";
import { notOffered } from "../operations/oauth/appRequest.ts";
import { noKeys, openIdMetadata, resourceMetadata, serverMetadata } from "./answers/oauth.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

/** Maximum length of an app's authorization request in characters: its names, addresses and state. */
const MAX_QUERY = 6_000;

export const NOT_OFFERED = "Apps cannot be connected under this address: it needs SVC_PUBLIC_URL with https.";

/** Returns the issuer URL. Throws not_found if apps cannot be connected. */
export function issuerFor({ config }: OperationContext, req: Request): string {
  const issuer = issuerOf(config, req.get("host"));
  if (issuer === null) throw notOffered();
  return issuer;
}

const found = {
  method: "get",
  tag: "Gateway",
  access: "open",
  withoutDatabase: true,
  // Without a public URL, the response depends on the request's Host header.
  noStore: true,
  refusals: { 404: NOT_OFFERED },
} as const;

const describeResource = (path: string, id: string) =>
  defineEndpoint({
    ...found,
    path,
    id,
    summary: "Who issues tokens for /mcp (RFC 9728)",
    answers: { 200: { description: "The resource and its issuer.", json: resourceMetadata } },
    handle({ ctx, req }) {
      const issuer = issuerFor(ctx, req);
      return {
        json: {
          resource: resourceOf(issuer),
          authorization_servers: [issuer],
          scopes_supported: [...OAUTH_SCOPES],
          bearer_methods_supported: ["header"],
          resource_name: "Plumbline",
          resource_documentation: `${issuer}/api/docs`,
        },
      };
    },
  });

const serverOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  scopes_supported: [...OAUTH_SCOPES],
  service_documentation: `${issuer}/api/docs`,
  authorization_response_iss_parameter_supported: true as const,
  client_id_metadata_document_supported: true as const,
});

const describeServer = defineEndpoint({
  ...found,
  path: "/.well-known/oauth-authorization-server",
  id: "describeOauthServer",
  summary: "Where apps get tokens (RFC 8414)",
  answers: { 200: { description: "The addresses and what they support.", json: serverMetadata } },
  handle: ({ ctx, req }) => ({ json: serverOf(issuerFor(ctx, req)) }),
});

/** If the service runs below a path, this is the only well-known URL that a proxy passes on, so clients look here too. */
const describeOpenId = defineEndpoint({
  ...found,
  path: "/.well-known/openid-configuration",
  id: "describeOauthServerAsOpenId",
  summary: "The same, where clients of OpenID Connect look",
  description:
    "It has what their readers insist on. Nobody signs in to other services with Plumbline: no ID token is issued.",
  answers: { 200: { description: "The addresses and what they support.", json: openIdMetadata } },
  handle({ ctx, req }) {
    const issuer = issuerFor(ctx, req);
    return {
      json: {
        ...serverOf(issuer),
        jwks_uri: `${issuer}/oauth/keys`,
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      },
    };
  },
});

const keys = defineEndpoint({
  ...found,
  path: "/oauth/keys",
  id: "oauthKeys",
  summary: "No keys: tokens are looked up, not signed",
  answers: { 200: { description: "An empty set.", json: noKeys } },
  handle: () => ({ json: { keys: [] } }),
});

const authorize = defineEndpoint({
  method: "get",
  path: "/oauth/authorize",
  id: "authorizeApp",
  tag: "Gateway",
  summary: "Ask a person to connect an app",
  description:
    "Leads the browser to the page on which the person decides, with the parameters of OAuth 2.1: `response_type=code`, `client_id`, `redirect_uri`, `code_challenge` with `code_challenge_method=S256`, and optionally `scope`, `state`, `resource`.",
  access: "open",
  limits: ["connect"],
  noStore: true,
  answers: { 302: { description: "To the dashboard.", headers: ["Location"] } },
  refusals: { 404: NOT_OFFERED },
  handle({ ctx, req, res }) {
    const issuer = issuerFor(ctx, req);
    const query = new URL(req.originalUrl.slice(0, MAX_QUERY), "http://own").search.slice(1);
    // Encoded as one word that no router interprets, because a state such as 1e5 must come back unchanged.
    const request = `q.${Buffer.from(query).toString("base64url")}`;
    res.set("Cross-Origin-Opener-Policy", "unsafe-none");
    res.redirect(302, `${new URL(issuer).pathname.replace(/\/$/, "")}/connect?request=${request}`);
    return undefined;
  },
});

export const oauthDiscoveryEndpoints: EndpointArea = {
  name: "oauthDiscovery",
  endpoints: [
    describeResource("/.well-known/oauth-protected-resource/mcp", "describeMcpResource"),
    describeResource("/.well-known/oauth-protected-resource", "describeResource"),
    describeServer,
    describeOpenId,
    keys,
    authorize,
  ],
};
