// Where to go after signing in, and why signing in at the identity provider came to nothing.
import { nextAddress } from "../../../../domain/people/nextAddress.ts";
import { OIDC_PROBLEMS } from "../../../../domain/people/oidcProblems.ts";

export const ownAddress = nextAddress;

export const problemSentence = (code: string): string =>
  Object.hasOwn(OIDC_PROBLEMS, code) ? OIDC_PROBLEMS[code as keyof typeof OIDC_PROBLEMS] : "";
