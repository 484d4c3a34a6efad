// Signatures of webhooks according to standardwebhooks.com, for which receivers find libraries in every language.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";

/** Returns a new secret: `whsec_` and 32 random bytes in base64. */
export const makeWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString("base64")}`;

/** Returns whether it is such a secret, with 24 to 64 bytes as required by the specification. */
export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice(PREFIX.length), "base64");
  return length >= 24 && length <= 64;
}

/** HMAC-SHA-256 over `<id>.<seconds>.<body>`, in base64. */
function signature(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
}

/** Returns the headers that a receiver checks. `id` is the same in each attempt; `at` is the time of this one. */
export function signedHeaders(secret: string, { id, at, body }: { id: string; at: Date; body: string }) {
  const seconds = Math.floor(at.getTime() / 1_000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature(secret, { id, seconds, body })}`,
  };
}

/** Maximum clock difference of a signed call. */
const MAX_OFF_MS = 5 * 60_000;

/** Returns whether the headers sign the body at about this time. */
export function isSigned(
  secret: string,
  { id, timestamp, given, body, now }: { id: string; timestamp: string; given: string; body: string; now: Date },
): boolean {
  const seconds = Number(timestamp);
  if (!(Math.abs(now.getTime() - seconds * 1_000) <= MAX_OFF_MS)) return false;
  const right = `v1,${signature(secret, { id, seconds, body })}`;
  return given.split(" ").some((one) => equalText(one, right));
}

/** Compares in constant time if the lengths are equal. */
export function equalText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
