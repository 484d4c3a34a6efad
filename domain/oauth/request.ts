// Validates an app's authorization request (OAuth 2.1, section 4.1.1).
import { isResource } from "./address.ts";
import { type OauthScope, scopeAsked } from "./scopes.ts";

/** The parameters that are used. */
export const REQUEST_FIELDS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
] as const;
export type AppRequest = Partial<Record<(typeof REQUEST_FIELDS)[number], string>>;

/** An error that is returned to the app by redirecting the person. */
export type RequestProblem = {
  error: "unsupported_response_type" | "invalid_request" | "invalid_scope" | "invalid_target";
  message: string;
};

/** Base64url of a SHA-256 hash: 43 characters. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Returns what the app requests, apart from its identity and its redirect. */
export function readAppRequest(
  request: AppRequest,
  resource: string,
): { scope: OauthScope; challenge: string } | RequestProblem {
  if (request.response_type !== "code")
    return { error: "unsupported_response_type", message: "response_type must be code." };
  if (request.code_challenge_method !== "S256")
    return { error: "invalid_request", message: "code_challenge_method must be S256." };
  if (!CHALLENGE.test(request.code_challenge ?? ""))
    return { error: "invalid_request", message: "code_challenge must be 43 characters of base64url." };
  const scope = scopeAsked(request.scope);
  if (scope === null) return { error: "invalid_scope", message: "scope may be read and write." };
  if (request.resource && !isResource(request.resource, resource))
    return { error: "invalid_target", message: `resource must be ${resource}.` };
  return { scope, challenge: request.code_challenge ?? "" };
}
