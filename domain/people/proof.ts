// An address that its owner has not proved is worth nothing: whoever made the account could be anybody.

/**
 * Who vouches that an account's password and sessions belong to the owner of its address: the identity provider, a link that
 * was mailed there, or the operator.
 */
export const PROOFS = ["sso", "mail", "operator"] as const;
export type Proof = (typeof PROOFS)[number];

/** How the taker of a link that an administrator handed on proves the address. null: the installation has no way to ask. */
export const PROOFS_ASKED = ["mail", "sso"] as const;
export type ProofAsked = (typeof PROOFS_ASKED)[number] | null;

/** `mail`: the service mails links itself. `domains`: those of the identity provider's addresses, empty: any; null: there is no provider. */
export function proofAsked(email: string, ways: { mail: boolean; domains: readonly string[] | null }): ProofAsked {
  if (ways.mail) return "mail";
  if (ways.domains === null) return null;
  // An address of another domain never signs in at the provider, so its account is never linked there.
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return ways.domains.length === 0 || ways.domains.includes(domain) ? "sso" : null;
}
