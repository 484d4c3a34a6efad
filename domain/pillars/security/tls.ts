// Meanings of certificate errors, worded to follow "The certificate of <host> …".

const PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet",
  CERT_REVOKED: "has been revoked",
  CERT_REJECTED: "is rejected by its authority",
  CERT_UNTRUSTED: "comes from an authority that is not trusted",
  CERT_CHAIN_TOO_LONG: "has a chain that is too long",
  CERT_SIGNATURE_FAILURE: "has a signature that is wrong",
  DEPTH_ZERO_SELF_SIGNED_CERT: "is self-signed, so no browser trusts it",
  SELF_SIGNED_CERT_IN_CHAIN: "leads to an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "has a chain with a gap: an intermediate certificate is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "comes from an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "comes without the intermediate certificate that signed it",
  ERR_TLS_CERT_ALTNAME_INVALID: "is made for another name",
  HOSTNAME_MISMATCH: "is made for another name",
  INVALID_CA: "is signed by a certificate that may not sign others",
  INVALID_PURPOSE: "is not meant for servers",
};

export function certificateProblem(code: string): string {
  return PROBLEMS[code] ?? `is not accepted (${code.replace(/[^\w-]/g, "").slice(0, 60)})`;
}

/** Newest first, by OpenSSL's names. */
export const OLD_PROTOCOLS = ["TLSv1.1", "TLSv1", "SSLv3", "SSLv2"] as const;

export function isOldProtocol(protocol: string): boolean {
  return (OLD_PROTOCOLS as readonly string[]).includes(protocol);
}
