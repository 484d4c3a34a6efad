// One-time codes (RFC 6238).
import { Secret, TOTP } from "otpauth";
import type { TotpSettings } from "./call.ts";

const DEFAULT_PERIOD_S = 30;

/** Normalizes a secret as shown by authenticators: in groups, in lower case, with or without padding. */
const tidy = (secret: string): string => secret.replace(/[\s-]/g, "").replace(/=+$/, "").toUpperCase();

/** Returns whether the text is base32 (RFC 4648) and long enough for a secret. A shorter text is a code or a password. */
export const isTotpSecret = (secret: string): boolean => /^[A-Z2-7]{8,}$/.test(tidy(secret));

/** Returns the number of the code, counted from 1970; within one number the code is the same. `at` is in epoch ms. */
export const totpStep = ({ period = DEFAULT_PERIOD_S }: TotpSettings, at: number): number =>
  Math.floor(at / 1_000 / period);

/** Returns the milliseconds from `at` until the next code. */
export function msToNextCode(settings: TotpSettings, at: number): number {
  const { period = DEFAULT_PERIOD_S } = settings;
  return (totpStep(settings, at) + 1) * period * 1_000 - at;
}

/** Returns the code at a time. The secret must be valid (`isTotpSecret`). */
export function totpCode({ secret, digits, period, algorithm }: TotpSettings, at: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(tidy(secret)), digits, period, algorithm });
  return totp.generate({ timestamp: at });
}
