// Where to go after signing in, and why signing in at the identity provider failed.

/**
 * Returns the address if it is within the dashboard, else "/", because an open redirect could lead anywhere. Tabs and line breaks are
 * refused, because browsers drop them from URLs.
 */
export function ownAddress(next: string): string {
  return /^\/(?![/\\])[^\\\t\r\n]*$/.test(next) ? next : "/";
}

const PROBLEMS: Readonly<Record<string, string>> = {
  oidc_cancelled: "The sign-in was cancelled, or the identity provider refused it.",
  oidc_failed:
    "The identity provider's response does not match this sign-in. Try again in one browser, without a long pause.",
  oidc_unavailable: "The identity provider cannot be reached. Try again later, or sign in with a password.",
  oidc_email:
    "The identity provider did not provide an e-mail address. Its administrator must release the email claim.",
  oidc_unverified: "Your e-mail address is not verified by the identity provider.",
  oidc_domain: "Accounts with this e-mail address are not allowed to sign in. Ask an administrator.",
  oidc_unknown: "You have no account here. Ask an administrator to invite you.",
  oidc_other: "This e-mail address belongs to another person at the identity provider. Ask an administrator.",
  oidc_nowhere: "You do not belong to an organisation here. Ask an administrator to invite you.",
};

/** Returns the sentence for a problem code; "" if the code is unknown. */
export const problemSentence = (code: string): string => (Object.hasOwn(PROBLEMS, code) ? (PROBLEMS[code] ?? "") : "");
