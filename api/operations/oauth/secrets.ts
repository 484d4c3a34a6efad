// Codes and tokens: made from chance, stored as hashes, compared without telling by time how much fits.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { composeToken, familyOf, LIFETIMES, SECRET_BYTES } from "../../../domain/oauth/tokens.ts";
import type { NewTokens } from "../../../models/oauthGrants/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";

/** What is stored of a code or token. It has 256 random bits, so it needs no slow hash. */
export const hashSecret = (text: string): string => sha256(text);

/** A code, and its hash. */
export function makeCode(): { text: string; hash: string } {
  const text = composeToken("code", randomBytes(SECRET_BYTES));
  return { text, hash: hashSecret(text) };
}

export type MadeTokens = { access: string; refresh: string; stored: NewTokens; familyHash: string };

/** Tokens for an hour, and for as long as their app renews them. `family`: of the refresh token that they take the place of. */
export function makeTokens(now: Date, family?: string): MadeTokens {
  const access = composeToken("access", randomBytes(SECRET_BYTES));
  const kept = family === undefined ? randomBytes(SECRET_BYTES) : Buffer.from(family, "base64url");
  const refresh = composeToken("refresh", kept, randomBytes(SECRET_BYTES));
  return {
    access,
    refresh,
    familyHash: hashSecret(familyOf(refresh) ?? ""),
    stored: {
      accessHash: hashSecret(access),
      accessExpiresAt: new Date(now.getTime() + LIFETIMES.accessMs),
      refreshHash: hashSecret(refresh),
      expiresAt: new Date(now.getTime() + LIFETIMES.refreshMs),
    },
  };
}

/** Whether the verifier is the one that the challenge was made of (RFC 7636, section 4.6; S256 alone). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const known = Buffer.from(challenge);
  return made.length === known.length && timingSafeEqual(made, known);
}
