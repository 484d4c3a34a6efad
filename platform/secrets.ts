// Keys for single purposes, derived from the installation's secret.
import { hkdfSync } from "node:crypto";
import { type Config, MIN_SECRET_KEY } from "../domain/config.ts";

export type SecretPurpose = "session cookies" | "signed links" | "sign-in counters" | "telling it apart";

/** Returns 32 bytes for one purpose. The process that starts the service sets `config.secretKey` if it is not configured. */
export function deriveSecret(config: Pick<Config, "secretKey">, purpose: SecretPurpose): Buffer {
  if (config.secretKey === null) throw new Error("The secret of the service is not set: fill in config.secretKey.");
  // Anybody who knows or guesses it can sign links and cookies, and an empty one is known to all.
  if (config.secretKey.length < MIN_SECRET_KEY)
    throw new Error(`The secret of the service has fewer than ${MIN_SECRET_KEY} characters.`);
  return Buffer.from(hkdfSync("sha256", config.secretKey, "", `plumbline ${purpose}`, 32));
}
