// Passwords at rest: argon2id, encoded with its parameters (OWASP's minimum of 19 MiB, two passes, one lane).
import { hash, verify } from "@node-rs/argon2";
import { ProductError } from "../../../domain/errors.ts";

// The library's enum is `const` and ambient, which per-file compilation cannot read: 2 is argon2id.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NIST SP 800-63B asks for at least 8; 12 costs a person nothing where a manager makes it. The upper end bounds the hashing. */
export const PASSWORD_LENGTH = { min: 12, max: 256 };

/** Throws validation_error for a password that nobody may have. */
function requireGoodPassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return;
  const message = `password must have ${min} to ${max} characters`;
  throw new ProductError("validation_error", message, { fields: [{ path: "password", message }] });
}

/** The text to keep for a password: `$argon2id$v=19$…`. The one way to make it, so that no edge takes what another refuses. */
export async function hashPassword(password: string): Promise<string> {
  requireGoodPassword(password);
  return hash(password, PARAMETERS);
}

/** Does the password belong to the hash? A hash that cannot be read fits nothing. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}
