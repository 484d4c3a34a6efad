// Keys for single purposes, derived from the one secret of the installation.
import { hkdfSync } from "node:crypto";
import { type Config, MIN_SECRET_KEY } from "../domain/config.ts";

export type SecretPurpose = "session cookies" | "signed links" | "sign-in counters" | "telling it apart";

/** 32 bytes for one purpose. The process that starts the service fills in `config.secretKey` when it is not set. */
export function deriveSecret(config: Pick<Config, "secretKey">, purpose: SecretPurpose): Buffer {
  if (config.secretKey === null) throw new Error("The secret of the service is not set: fill in config.secretKey.");
  // Whoever knows or guesses it signs links and cookies; the empty one is known to all.
  if (config.secretKey.length < MIN_SECRET_KEY)
    throw new Error(`The secret of the service has fewer than ${MIN_SECRET_KEY} characters.`);
  return Buffer.from(hkdfSync("sha256", config.secretKey, "", `plumbline ${purpose}`, 32));
}
