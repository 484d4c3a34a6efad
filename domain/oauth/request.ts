// An app's request to be connected (OAuth 2.1, section 4.1.1): which of its parts are right.
import { isResource } from "./address.ts";
import { type OauthScope, scopeAsked } from "./scopes.ts";

/** The parameters that count, as they arrive. */
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

/** An error that the app is told, by the person's way back to it. */
export type RequestProblem = {
  error: "unsupported_response_type" | "invalid_request" | "invalid_scope" | "invalid_target";
  message: string;
};

/** Of a SHA-256: 43 letters of base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** What the app asks for, beside who it is and where it returns to. */
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
