// Reasons why signing in at the identity provider failed. The URL of the sign-in page carries the code; the page has the sentences.

export const OIDC_PROBLEMS = [
  "oidc_cancelled",
  "oidc_failed",
  "oidc_unavailable",
  "oidc_email",
  "oidc_unverified",
  "oidc_domain",
  "oidc_unknown",
  "oidc_other",
  "oidc_nowhere",
] as const;
export type OidcProblem = (typeof OIDC_PROBLEMS)[number];
