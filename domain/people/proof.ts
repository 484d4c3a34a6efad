// Verification of email addresses. An unverified address proves nothing, because anybody could have created the account.

/** Who confirms that an account belongs to the owner of its address: the identity provider, a link mailed to the address, or the operator. */
export const PROOFS = ["sso", "mail", "operator"] as const;
export type Proof = (typeof PROOFS)[number];

/** How the recipient of a link that an administrator shared verifies the address. null: the installation has no way to verify it. */
export const PROOFS_ASKED = ["mail", "sso"] as const;
export type ProofAsked = (typeof PROOFS_ASKED)[number] | null;

/**
 * Returns how the address is verified. `mail`: whether the service sends links by email. `domains`: domains of the identity provider's
 * addresses; empty for any, null if there is no provider.
 */
export function proofAsked(email: string, ways: { mail: boolean; domains: readonly string[] | null }): ProofAsked {
  if (ways.mail) return "mail";
  if (ways.domains === null) return null;
  // An address of another domain can never sign in at the provider, so its account would never be linked.
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return ways.domains.length === 0 || ways.domains.includes(domain) ? "sso" : null;
}
