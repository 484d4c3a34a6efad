// OAuth error responses of the endpoints that apps call.
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";

export { OAuthError, OAuthErrorCode };

/** `code`: the OAuth error code. `message`: a sentence for the app's developer. */
export const refusal = (code: OAuthErrorCode | "invalid_target", message: string): OAuthError =>
  new OAuthError(code, message);
