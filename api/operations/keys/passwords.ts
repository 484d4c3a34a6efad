// Password hashing: argon2id, encoded with its parameters (the OWASP minimum of 19 MiB, two passes, one lane).
import { hash, verify } from "@node-rs/argon2";
import { fieldError } from "../../../domain/errors.ts";

// Algorithm 2 is argon2id. The library's enum is `const` and ambient, which per-file compilation cannot read.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NIST SP 800-63B requires at least 8 characters; 12 are no burden with a password manager. The maximum bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 12, max: 256 };

/** Throws `validation_error` if the password is too short or too long. */
function requireGoodPassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return;
  throw fieldError("password", `password must have ${min} to ${max} characters`);
}

/**
 * Returns the hash to store for a password: `$argon2id$v=19$…`. All hashes are created here, so that every way to set a password applies
 * the same limits.
 */
export async function hashPassword(password: string): Promise<string> {
  requireGoodPassword(password);
  return hash(password, PARAMETERS);
}

/** Returns whether the password matches the hash. An unreadable hash matches nothing. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}
