// Codes and tokens: generated randomly, stored as hashes, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { composeToken, familyOf, LIFETIMES, SECRET_BYTES } from "../../../domain/oauth/tokens.ts";
import type { NewTokens } from "../../../models/oauthGrants/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";

/** Returns the stored form of a code or token. It has 256 random bits, so no slow hash is needed. */
export const hashSecret = (text: string): string => sha256(text);

/** Returns a new code and its hash. */
export function makeCode(): { text: string; hash: string } {
  const text = composeToken("code", randomBytes(SECRET_BYTES));
  return { text, hash: hashSecret(text) };
}

export type MadeTokens = { access: string; refresh: string; stored: NewTokens; familyHash: string };

/**
 * Returns an access token, valid for an hour, and a refresh token, valid as long as the app renews it. `family` is that of the refresh
 * token being replaced.
 */
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

/** Returns whether the challenge was derived from the verifier (RFC 7636, section 4.6; S256 only). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const known = Buffer.from(challenge);
  return made.length === known.length && timingSafeEqual(made, known);
}
