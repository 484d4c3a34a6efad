// Refusals of the endpoints that apps call, in the words of OAuth.
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";

export { OAuthError, OAuthErrorCode };

/** `code`: the error as OAuth names it. `message`: a sentence for whoever builds the app. */
export const refusal = (code: OAuthErrorCode | "invalid_target", message: string): OAuthError =>
  new OAuthError(code, message);
