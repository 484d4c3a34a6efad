// An app that connects like every MCP client: the SDK's own flow, with the person's part simulated over HTTP.
import { createHash, randomBytes } from "node:crypto";
import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { AppRequest } from "../../domain/oauth/request.ts";
import type { OauthScope } from "../../domain/oauth/scopes.ts";
import { unpackRequest } from "../../web/src/features/account/appRequest.ts";
import type { Client as HttpClient, Session } from "../api/support/client.ts";
import type { World } from "../api/support/world.ts";
import { makeClient, type Revision } from "./support.ts";

export const REDIRECT = "http://127.0.0.1:3118/callback";

/** What the SDK stores about a connection. */
export class AppMemory implements OAuthClientProvider {
  client: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  verifier = "";
  /** The address to which the app last sent the person. */
  sentTo: URL | null = null;
  redirectUrl = REDIRECT;
  clientMetadata: OAuthClientMetadata = {
    client_name: "Test agent",
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  };
  state = () => "1e5";
  clientInformation = () => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.client = client;
  };
  tokens = () => this.stored;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.stored = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  invalidateCredentials = (what: string) => {
    if (what === "tokens" || what === "all") this.stored = undefined;
  };
  private discovery: OAuthDiscoveryState | undefined;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.discovery = state;
  };
  discoveryState = () => this.discovery;
}

/** Returns a client that is not connected yet, and its transport to the service. */
export function makeApp(base: string, revision: Revision, memory = new AppMemory()) {
  const client = makeClient(revision);
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", base), { authProvider: memory });
  return { client, transport, memory };
}

export type Said = { allow?: boolean; project?: string; scope?: OauthScope };

/** Does what the browser does at an address of /oauth/authorize. Returns the address with which it returns to the app. */
export async function decide(http: HttpClient, session: Session, address: URL, said: Said = {}): Promise<URL> {
  const led = await http.get(address.pathname + address.search);
  if (led.status !== 302) throw new Error(`authorize answered ${led.status}: ${led.raw}`);
  const page = new URL(led.headers.get("location") ?? "", http.base);
  if (page.pathname !== "/connect") throw new Error(`The person was led to ${page.pathname}.`);
  const request = unpackRequest(page.searchParams.get("request") ?? "");
  if (request === null) throw new Error("The page got no request.");
  const { allow = true, ...chosen } = said;
  const body = allow ? { request, allow, project: "shop", scope: "write", ...chosen } : { request, allow };
  const decided = await http.post("/api/app/oauth/decision", { session, body });
  if (decided.status !== 200) throw new Error(`The decision was answered ${decided.status}: ${decided.body.error}`);
  return new URL(String(decided.body.redirect));
}

/** Connects an app for a person, from the first rejection to the first list of tools. */
export async function connectApp(world: World, session: Session, revision: Revision = "2026-07-28", said: Said = {}) {
  const { base } = world.client;
  const first = makeApp(base, revision);
  await first.client.connect(first.transport).catch((error: Error) => error);
  const { memory } = first;
  if (!memory.sentTo) throw new Error("The app sent nobody anywhere.");
  const back = await decide(world.client, session, memory.sentTo, said);
  await first.transport.finishAuth(back.searchParams);
  const { client, transport } = makeApp(base, revision, memory);
  await client.connect(transport);
  return { client, transport, memory, back };
}

/** The requests of a connection that an app sends itself, for tests of rejections. */
export async function byHand(world: World, session: Session, said: Said & { request?: AppRequest } = {}) {
  const { client: http } = world;
  const redirect = said.request?.redirect_uri ?? REDIRECT;
  const registered = await http.post("/oauth/register", {
    body: { client_name: "By hand", redirect_uris: [redirect] },
  });
  const clientId = String(registered.body.client_id);
  const verifier = randomBytes(32).toString("base64url");
  const request: AppRequest = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirect,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${http.base}/mcp`,
    state: "s",
    ...said.request,
  };
  const { allow = true, project = "shop", scope = "write" } = said;
  const decided = await http.post("/api/app/oauth/decision", {
    session,
    body: allow ? { request, allow, project, scope } : { request, allow },
  });
  const back = decided.status === 200 ? new URL(String(decided.body.redirect)) : null;
  const code = back?.searchParams.get("code") ?? "";
  const form = (fields: Record<string, string>) =>
    http.post("/oauth/token", {
      rawBody: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const exchange = (changed: Record<string, string> = {}) =>
    form({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirect,
      ...changed,
    });
  const refresh = (token: unknown, changed: Record<string, string> = {}) =>
    form({ grant_type: "refresh_token", refresh_token: String(token), client_id: clientId, ...changed });
  /** Sends a message to /mcp with a token and returns the HTTP response. */
  const call = (token: unknown, tool = "list_projects", args: Record<string, unknown> = {}) =>
    http.post("/mcp", {
      headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } },
    });
  return { clientId, verifier, request, decided, back, code, form, exchange, refresh, call };
}
