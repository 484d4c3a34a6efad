// Where to go after signing in, and why signing in at the identity provider came to nothing.

/** Only an address within the dashboard is followed: another could be anyone's. Browsers drop tabs and line ends in addresses. */
export function ownAddress(next: string): string {
  return /^\/(?![/\\])[^\\\t\r\n]*$/.test(next) ? next : "/";
}

const PROBLEMS: Readonly<Record<string, string>> = {
  oidc_cancelled: "The sign-in was cancelled, or the identity provider refused it.",
  oidc_failed:
    "The identity provider's response does not match this sign-in. Try again in one browser, without a long pause.",
  oidc_unavailable: "The identity provider cannot be reached. Try again later, or sign in with a password.",
  oidc_email: "The identity provider gave no e-mail address. Its administrator can release the claim email.",
  oidc_unverified: "Your e-mail address is not verified by the identity provider.",
  oidc_domain: "Accounts with this e-mail address are not allowed to sign in. Ask an administrator.",
  oidc_unknown: "You have no account here. Ask an administrator to invite you.",
  oidc_other: "This e-mail address belongs to another person at the identity provider. Ask an administrator.",
  oidc_nowhere: "You belong to no organisation here. Ask an administrator to invite you.",
};

/** The sentence of a problem's code; "" for an unknown one. */
export const problemSentence = (code: string): string => (Object.hasOwn(PROBLEMS, code) ? (PROBLEMS[code] ?? "") : "");
