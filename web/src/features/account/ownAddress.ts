// Where to go after signing in, and why signing in at the identity provider came to nothing.
import { OIDC_PROBLEMS } from "../../../../domain/people/oidcProblems.ts";

/** Only an address within the dashboard is followed: another could be anyone's. Browsers drop tabs and line ends in addresses. */
export function ownAddress(next: string): string {
  const plain = /^\/(?![/\\])[^\\\t\r\n]*$/.test(next);
  return plain ? next : "/";
}

export const problemSentence = (code: string): string =>
  Object.hasOwn(OIDC_PROBLEMS, code) ? OIDC_PROBLEMS[code as keyof typeof OIDC_PROBLEMS] : "";
